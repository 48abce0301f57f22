// Draws the complete time range, with one bar per touch from its beginning to its end.

export class Overview {
  constructor(canvas, history) { Object.assign(this, { canvas, history }) }

  draw(time, [start, stop], chosen, selection) {
    const { canvas, history } = this
    const scale = devicePixelRatio
    const [width, height] = [canvas.clientWidth, canvas.clientHeight]
    if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale)
    if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale)
    const context = canvas.getContext('2d')
    const style = getComputedStyle(document.body)
    const at = (value) => 8 + ((value - start) / (stop - start)) * (width - 16)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.clearRect(0, 0, width, height)
    if (selection.start !== null || selection.end !== null) {
      const [from, to] = selection.range
      context.fillStyle = style.getPropertyValue('--cool-soft')
      context.fillRect(at(from), 0, Math.max(2, at(to) - at(from)), height)
    }
    const rows = []
    for (const bar of this.bars()) {
      let row = rows.findIndex((last) => last < bar.from)
      if (row < 0) row = rows.length
      rows[row] = bar.to
      if (row > 5) continue
      const isCancelled = history.words.phases[bar.phase] === 'cancelled'
      context.fillStyle = style.getPropertyValue(bar.touch === chosen ? '--warm' : isCancelled ? '--bad' : '--cool')
      context.globalAlpha = bar.from > time ? 0.35 : 1
      context.fillRect(at(bar.from), 4 + row * 5, Math.max(2, at(bar.to) - at(bar.from)), 3)
    }
    context.globalAlpha = 1
    context.fillStyle = style.getPropertyValue('--text')
    context.fillRect(at(time) - 0.5, 0, 1, height)
  }

  bars() {
    const bars = new Map()
    for (const { kind, touch, time, detail } of this.history.rows) {
      if (kind !== 'touch') continue
      const bar = bars.get(touch)
      if (bar) Object.assign(bar, { to: time, phase: detail })
      else bars.set(touch, { from: time, to: time, phase: detail, touch })
    }
    return bars.values()
  }
}
