// Sends the browser's pointers as fingers of a simulated panel.

const phases = { pointerdown: 'began', pointermove: 'moved', pointerup: 'ended', pointercancel: 'cancelled' }

export class Fingers {
  constructor(svg, send) {
    this.svg = svg
    this.send = send
    this.isEnabled = false
    /** Numbers of the fingers that are down, by pointer id. */
    this.numbers = new Map()
    for (const [type, phase] of Object.entries(phases)) svg.addEventListener(type, (event) => this.take(event, phase))
    // A long press would otherwise open the browser's context menu.
    svg.addEventListener('contextmenu', (event) => { if (this.isEnabled) event.preventDefault() })
  }

  take(event, phase) {
    if (!this.isEnabled) return
    const matrix = this.svg.getScreenCTM()
    if (phase === 'began' && event.button === 0 && matrix) {
      const used = [...this.numbers.values()]
      let number = 0
      while (used.includes(number)) number += 1
      this.numbers.set(event.pointerId, number)
      this.svg.setPointerCapture(event.pointerId)
    }
    const finger = this.numbers.get(event.pointerId)
    if (finger === undefined || !matrix) return
    event.preventDefault()
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse())
    if (phase === 'ended' || phase === 'cancelled') this.numbers.delete(event.pointerId)
    this.send({ finger, phase, x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 })
  }

  /** Enables or disables the fingers, and discards the fingers of an earlier connection. */
  reset(isEnabled) {
    this.isEnabled = isEnabled
    this.numbers.clear()
  }
}
