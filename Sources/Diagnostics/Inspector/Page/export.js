// Saves the selected seconds as a recording, a script, a test or a picture.

import { say } from './elements.js'
import { stamp } from './words.js'

/** CSS properties copied into a saved picture, because it has no style sheet. */
const styles = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap',
  'opacity', 'font-size', 'font-weight', 'font-family', 'paint-order', 'vector-effect']

export class Selection {
  constructor(output, history, send) {
    Object.assign(this, { output, history, send, start: null, end: null, error: '' })
  }

  /** The selected time range in microseconds: the marked range, or the complete history. */
  get range() {
    const [first, last] = [this.history.startTime, this.history.endTime]
    const start = Math.min(Math.max(this.start ?? first, first), last)
    return [start, Math.max(start, Math.min(this.end ?? last, last))]
  }

  /** Sets an edge, "from" or "to", to a time; "all" selects the complete history. */
  mark(edge, time) {
    this.error = ''
    if (edge === 'from') Object.assign(this, { start: time, end: this.end < time ? null : this.end })
    else if (edge === 'to') Object.assign(this, { end: time, start: this.start > time ? null : this.start })
    else Object.assign(this, { start: null, end: null })
  }

  show() {
    const [start, end] = this.range
    const seconds = `${((end - start) / 1e6).toFixed(2)} s`
    const times = `${stamp(start, this.history)} – ${stamp(end, this.history)}`
    const text = this.start === null && this.end === null ? `all ${seconds}` : `${times} (${seconds})`
    say(this.output, this.error ? `${text} · not saved: ${this.error}` : text)
  }

  /** Saves a picture that `draw` draws, or requests a recording, script or test from the server. */
  save(form, svg, draw) {
    const [start, end] = this.range
    if (form === 'picture') {
      draw(this.range)
      return download('touches.svg', 'image/svg+xml', picture(svg))
    }
    this.error = ''
    const range = { from: Math.floor(start), to: Math.ceil(end) }
    this.send(form === 'recording' ? { ...range, recording: true } : { ...range, expects: form === 'test' })
  }

  hear(message) {
    this.error = message.error ?? ''
    if (this.error) return
    const name = message.type === 'recording' ? 'touches.yml' : message.expects ? 'test.touch' : 'touches.touch'
    download(name, 'text/plain', message.text)
  }
}

function download(name, type, text) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10000)
}

/** Returns the drawn picture as an SVG file without a style sheet. */
function picture(svg) {
  const copy = svg.cloneNode(true)
  const [from, to] = [svg, copy].map((root) => [root, ...root.querySelectorAll('*')])
  to.forEach((element, place) => {
    const computed = getComputedStyle(from[place])
    for (const name of styles) {
      const value = computed.getPropertyValue(name)
      if (value) element.setAttribute(name, value.replace(/^url\(.*#zone"?\)/, 'url(#zone)'))
    }
    element.removeAttribute('class')
  })
  const { width, height } = svg.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', width)
  copy.setAttribute('height', height)
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  const [x, y, wide, high] = (svg.getAttribute('viewBox') ?? '0 0 1 1').split(' ')
  for (const [name, value] of Object.entries({ x, y, width: wide, height: high })) ground.setAttribute(name, value)
  ground.setAttribute('fill', getComputedStyle(svg.parentElement).backgroundColor)
  copy.prepend(ground)
  return new XMLSerializer().serializeToString(copy)
}
