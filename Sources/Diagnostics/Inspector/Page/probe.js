// Requests hit tests from the server, and shows which view a touch at a point would hit.

import { button, element, say } from './elements.js'

export class Probe {
  constructor({ section, title, box, line }, send, choose) {
    Object.assign(this, { section, title, box, line, send, choose, isPending: false, next: null, pinned: null, report: null })
  }

  /** Interned id of the view that would be hit; null if no point is tested or no view is hit. */
  get hit() { return this.report?.visits.find((visit) => visit.isHit)?.mark ?? null }
  get point() { return this.report ? [this.report.x, this.report.y] : null }

  /** Tests the points under the mouse, and the clicked points if `picks` returns true. */
  follow(svg, scene, picks, changed) {
    svg.addEventListener('pointermove', (event) => {
      const point = event.pointerType === 'mouse' && event.buttons === 0 ? scene.location(event) : null
      if (point) this.hover(point)
    })
    svg.addEventListener('pointerleave', () => {
      this.leave()
      changed()
    })
    svg.addEventListener('click', (event) => {
      const point = scene.location(event)
      if (point && picks()) this.pin(point)
    })
  }

  /** Tests the point under the pointer; when the pointer leaves the picture, a pinned point is tested again. */
  hover(point) { this.ask(point, false) }

  /** Pins and tests a point, and then selects the hit view. */
  pin(point) {
    this.pinned = point
    this.ask(point, true)
  }

  leave() {
    this.next = null
    if (this.pinned) this.ask(this.pinned, false)
    else this.clear()
  }

  unpin() {
    this.pinned = null
    this.clear()
  }

  clear() {
    this.report = null
    this.section.hidden = true
    say(this.line, '')
  }

  ask(point, selects) {
    const rounded = point.map((value) => Math.round(value * 100) / 100)
    if (this.isPending) {
      // A hover after a click must not replace the click.
      if (!this.next?.selects || selects) this.next = { point: rounded, selects }
      return
    }
    this.isPending = this.send({ point: rounded })
    this.selects = selects
  }

  reset() { Object.assign(this, { isPending: false, next: null }) }

  hear(report) {
    const { selects, next } = this
    this.reset()
    this.report = report
    if (selects && this.hit !== null) this.choose(this.hit)
    this.show()
    if (next) this.ask(next.point, next.selects)
  }

  /** Shows a line below the picture and, for a pinned point, a list of the visited views. */
  show() {
    const { x, y, visits, deadZone, gestures } = this.report
    const winner = visits.find((visit) => visit.isHit)
    const sentence = deadZone ? `no touch begins here: the point is in a dead zone of ${deadZone}`
      : winner ? `the view ${winner.name} would be hit` : 'no window would accept the touch'
    // Omits views whose bounds do not contain the point.
    const refused = visits.filter((visit) => visit.reason && !visit.reason.includes('outside its bounds'))
    const reasons = refused.map((visit) => ` · not ${visit.name}: ${visit.reason}`).join('')
    say(this.line, `${Math.round(x)}, ${Math.round(y)}: ${sentence}${reasons}`)
    if (!this.isPinned) return
    this.section.hidden = false
    say(this.title, `A touch at ${Math.round(x)}, ${Math.round(y)}`)
    const list = element('ol', undefined, 'visits')
    for (const visit of visits) {
      const item = element('li', undefined, visit.isHit ? 'hit' : visit.reason ? 'refused' : '')
      item.style.paddingLeft = `${Math.min(visit.depth, 10) * 10}px`
      const words = visit.isHit ? 'hit' : visit.reason ? `not hit: ${visit.reason}` : 'contains the point'
      item.append(button(visit.name, () => this.choose(visit.mark), 'link'), element('span', ` ${words}`))
      list.append(item)
    }
    const parts = [element('p', `${sentence[0].toUpperCase()}${sentence.slice(1)}.`, 'verdict'), list]
    if (gestures.length) parts.push(element('p', `Recognizers that receive the touch: ${gestures.join(', ')}.`, 'small'))
    this.box.replaceChildren(...parts)
  }

  get isPinned() { return this.pinned !== null && Math.abs(this.pinned[0] - this.report.x) < 0.1 && Math.abs(this.pinned[1] - this.report.y) < 0.1 }
}
