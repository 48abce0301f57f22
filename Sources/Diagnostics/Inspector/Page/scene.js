// Draws the views to scale, with the touches on top.

import { shape as make } from './elements.js'
import { who } from './words.js'

export const flags = { hidden: 1, noTouches: 2, disabled: 4, selected: 8, control: 16, unseen: 32, vertical: 64 }

export class Scene {
  constructor(svg, history, choose) {
    this.svg = svg
    this.history = history
    this.choose = choose
    this.tree = null
    this.shapes = new Map()
    /** Slider thumbs and switch knobs, by interned id. */
    this.thumbs = new Map()
    this.showsNames = true
    this.showsUnseen = false
    /** Interned ids of the selected view and of the view that a tested point hits. */
    this.selected = null
    this.probed = null
    /** The tested point; null if no point is tested. */
    this.point = null
    const definitions = make('defs', {}, svg)
    const pattern = make('pattern', {
      id: 'zone', width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)',
    }, definitions)
    make('line', { x1: 0, y1: 0, x2: 0, y2: 8, class: 'hatch' }, pattern)
    this.pattern = pattern
    this.views = make('g', {}, svg)
    this.names = make('g', { class: 'names', 'aria-hidden': 'true' }, svg)
    this.touches = make('g', {}, svg)
    /** Callback after a size change; the callback must call `show` again. */
    this.resized = () => {}
    new ResizeObserver(() => {
      this.fit()
      this.resized()
    }).observe(svg)
  }

  /** Returns the location of a pointer event in the screens' coordinates (points); null before the first drawing. */
  location(event) {
    const matrix = this.svg.getScreenCTM()
    if (!matrix || !this.tree) return null
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    return [x, y]
  }

  set(tree) {
    this.tree = tree
    this.history.treeValues = new Map(tree.nodes.filter((node) => node.value !== undefined).map((node) => [node.mark, node.value]))
    for (const node of tree.nodes) {
      const known = this.history.names.get(node.mark)
      const name = node.id ?? node.type
      this.history.names.set(node.mark, { kind: 'view', type: node.type, holder: 0, view: '', ...known, name })
      for (const sequence of node.sequences ?? []) {
        this.history.names.set(sequence.mark, {
          kind: 'sequence', name: sequence.name, type: 'Sequence', holder: node.mark, view: '',
        })
      }
      for (const gesture of node.gestures ?? []) {
        this.history.names.set(gesture.mark, {
          kind: 'gesture', name: gesture.name, type: gesture.type, holder: node.mark, view: '',
        })
      }
    }
    this.fit()
  }

  /** Scales the screens to fit; `unit` is the size of one CSS pixel in screen points. */
  fit() {
    if (!this.tree) return
    const box = this.tree.screens.map((screen) => screen.frame).reduce((sum, [x, y, width, height]) => [
      Math.min(sum[0], x), Math.min(sum[1], y), Math.max(sum[2], x + width), Math.max(sum[3], y + height),
    ], [Infinity, Infinity, -Infinity, -Infinity])
    if (!box.every(Number.isFinite)) return
    const [width, height] = [Math.max(1, box[2] - box[0]), Math.max(1, box[3] - box[1])]
    const room = this.svg.getBoundingClientRect()
    this.unit = Math.max(width / Math.max(50, room.width - 24), height / Math.max(50, room.height - 24))
    const margin = this.unit * 10
    this.svg.setAttribute('viewBox', `${box[0] - margin} ${box[1] - margin} ${width + 2 * margin} ${height + 2 * margin}`)
    this.svg.style.setProperty('--unit', this.unit)
    this.pattern.setAttribute('patternTransform', `scale(${this.unit}) rotate(45)`)
    this.build()
  }

  build() {
    this.shapes.clear()
    this.thumbs.clear()
    this.views.replaceChildren()
    this.names.replaceChildren()
    const unit = this.unit
    for (const screen of this.tree.screens) {
      const [x, y, width, height] = screen.frame
      make('rect', { x, y, width, height, class: 'screen' }, this.views)
    }
    const above = []
    this.tree.nodes.forEach((node, place) => {
      above.length = node.level
      const isUnseen = (node.flags & flags.unseen) !== 0
      above.push(node)
      if (isUnseen && !this.showsUnseen) return
      const shape = this.shape(node)
      const classes = ['view', node.type.toLowerCase()]
      if (node.flags & flags.control) classes.push('is-control')
      if (isUnseen) classes.push('is-unseen')
      if (node.flags & (flags.noTouches | flags.disabled)) classes.push('is-off')
      shape.setAttribute('class', classes.join(' '))
      const title = make('title', {}, shape)
      title.textContent = this.title(node)
      this.views.append(shape)
      this.shapes.set(node.mark, shape)
      this.value(node)
      const isLeaf = (this.tree.nodes[place + 1]?.level ?? 0) <= node.level
      if (this.showsNames && node.level > 0) this.label(node, isLeaf)
    })
    for (const screen of this.tree.screens) {
      for (const [x, y, width, height] of screen.deadZones) {
        const zone = make('rect', { x, y, width, height, class: 'zone' }, this.views)
        make('title', {}, zone).textContent = 'dead zone: no touch begins here'
      }
      if (this.tree.screens.length > 1) {
        const label = make('text', { x: screen.frame[0] + 6 * unit, y: screen.frame[1] + screen.frame[3] - 6 * unit }, this.names)
        label.textContent = screen.name
      }
    }
  }

  shape(node) {
    const c = node.corners
    const isUpright = c[1] === c[3] && c[2] === c[4] && c[5] === c[7] && c[0] === c[6]
    if (!isUpright) return make('polygon', { points: `${c[0]},${c[1]} ${c[2]},${c[3]} ${c[4]},${c[5]} ${c[6]},${c[7]}` })
    const radius = node.type === 'Button' ? Math.min(6 * this.unit, (c[2] - c[0]) / 4) : 0
    return make('rect', {
      x: Math.min(c[0], c[2]), y: Math.min(c[1], c[5]), width: Math.abs(c[2] - c[0]), height: Math.abs(c[5] - c[1]),
      rx: radius,
    })
  }

  title(node) {
    const parts = [`${node.type}${node.id ? ` ${node.id}` : ''}`]
    if (node.flags & flags.hidden) parts.push('hidden')
    if (node.alpha !== undefined) parts.push(`alpha ${node.alpha}`)
    if (node.flags & flags.noTouches) parts.push('userInteractionEnabled: false')
    if (node.flags & flags.disabled) parts.push('disabled')
    if (node.flags & flags.selected) parts.push('selected')
    for (const { name, steps } of node.sequences ?? []) parts.push(`sequence ${name}: ${steps.join(', ')}`)
    for (const gesture of node.gestures ?? []) parts.push(`${gesture.name}${gesture.enabled ? '' : ' (disabled)'}`)
    return parts.join(' · ')
  }

  /** Draws a slider's thumb or a switch's knob. */
  value(node) {
    if (node.value === undefined || (node.flags & flags.unseen)) return
    const c = node.corners
    const [low, high] = node.range ?? [0, 1]
    const part = high > low ? Math.min(1, Math.max(0, (node.value - low) / (high - low))) : 0
    const middle = (a, b) => [(c[a] + c[b]) / 2, (c[a + 1] + c[b + 1]) / 2]
    const [start, end] = node.flags & flags.vertical ? [middle(4, 6), middle(0, 2)] : [middle(0, 6), middle(2, 4)]
    const along = (t) => [start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t]
    const [from, to, at] = [along(0.04), along(0.96), along(0.04 + 0.92 * part)]
    make('line', { x1: from[0], y1: from[1], x2: to[0], y2: to[1], class: 'track' }, this.views)
    const filled = make('line', { x1: from[0], y1: from[1], x2: at[0], y2: at[1], class: 'track filled' }, this.views)
    const thumb = make('circle', { cx: at[0], cy: at[1], r: 5 * this.unit, class: 'thumb' }, this.views)
    this.thumbs.set(node.mark, { move: (value) => this.move(thumb, filled, along, value, low, high) })
  }

  move(thumb, filled, along, value, low, high) {
    const part = high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0
    const [x, y] = along(0.04 + 0.92 * part)
    thumb.setAttribute('cx', x)
    thumb.setAttribute('cy', y)
    filled.setAttribute('x2', x)
    filled.setAttribute('y2', y)
  }

  label(node, isLeaf) {
    const unit = this.unit
    const c = node.corners
    const [left, top] = [Math.min(c[0], c[2], c[4], c[6]), Math.min(c[1], c[3], c[5], c[7])]
    const [right, bottom] = [Math.max(c[0], c[2], c[4], c[6]), Math.max(c[1], c[3], c[5], c[7])]
    const [width, height] = [(right - left) / unit, (bottom - top) / unit]
    const name = node.id ?? (isLeaf ? node.type : '')
    const letters = Math.floor((width - 8) / 6.6)
    if (!name || height < 14 || letters < 3) return
    const isCentred = isLeaf && node.value === undefined
    const label = make('text', isCentred
      ? { x: (left + right) / 2, y: (top + bottom) / 2 + 4 * unit, 'text-anchor': 'middle' }
      : { x: left + 5 * unit, y: top + 13 * unit }, this.names)
    label.textContent = [...name].length > letters ? `${[...name].slice(0, letters - 1).join('')}…` : name
  }

  /**
   * Shows the touches at a given time, and the hit test of the selected touch or, without a selection, the newest touch.
   * Without `touches`, draws the touches that are down and those that ended recently.
   */
  show(moment, time, chosen, touches) {
    if (!this.tree || !this.unit) return
    const unit = this.unit
    const seen = [...touches ?? moment.seen(time)]
    const touch = moment.touches.get(chosen) ?? seen.at(-1)
    if (touch && !seen.includes(touch)) seen.push(touch)
    this.light(touch)
    for (const [mark, thumb] of this.thumbs) thumb.move(moment.value(mark))
    this.touches.replaceChildren()
    for (const one of seen) {
      const isChosen = one.number === chosen
      const group = make('g', { class: `touch ${one.phase}${isChosen ? ' chosen' : ''}`, 'data-touch': one.number },
        this.touches)
      make('title', {}, group).textContent = `touch ${one.number} on ${who(one.hit, this.history)}: ${one.phase}`
      const points = isChosen ? one.trail : one.trail.slice(-200)
      if (points.length > 1) {
        make('polyline', { points: points.map(([x, y]) => `${x},${y}`).join(' '), class: 'trail' }, group)
        make('circle', { cx: points[0][0], cy: points[0][1], r: 3 * unit, class: 'start' }, group)
      }
      const r = 11 * unit
      const { x, y } = one
      make('circle', { cx: x, cy: y, r: 20 * unit, class: 'target' }, group)
      if (one.phase === 'ended') make('rect', { x: x - r * 0.8, y: y - r * 0.8, width: r * 1.6, height: r * 1.6, class: 'mark' }, group)
      else if (one.phase === 'cancelled') {
        make('path', { d: `M${x - r * 0.7} ${y - r * 0.7}L${x + r * 0.7} ${y + r * 0.7}M${x + r * 0.7} ${y - r * 0.7}L${x - r * 0.7} ${y + r * 0.7}`, class: 'mark' }, group)
      } else make('circle', { cx: x, cy: y, r, class: 'mark' }, group)
      make('text', { x: x + 15 * unit, y: y - 11 * unit, class: 'number' }, group).textContent = one.number
      group.addEventListener('click', (event) => {
        event.stopPropagation()
        this.choose(one.number)
      })
    }
    if (this.point) {
      const [x, y] = this.point
      const r = 8 * unit
      make('path', { d: `M${x - r} ${y}H${x + r}M${x} ${y - r}V${y + r}`, class: 'point' }, this.touches)
    }
    const down = seen.filter((one) => one.end === null).length
    this.svg.setAttribute('aria-label', `Views to scale, ${down} ${down === 1 ? 'touch' : 'touches'} down`)
  }

  light(touch) {
    const asked = new Map((touch?.visits ?? []).map((visit) => [visit.mark, visit.refusal]))
    for (const [mark, shape] of this.shapes) {
      shape.classList.toggle('asked', asked.get(mark) === 0)
      shape.classList.toggle('refused', (asked.get(mark) ?? 0) !== 0)
      shape.classList.toggle('hit', touch?.hit === mark)
      shape.classList.toggle('selected', this.selected === mark)
      shape.classList.toggle('probed', this.probed === mark)
    }
  }
}
