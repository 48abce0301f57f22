// Draws the relations of gesture recognizers.

import { element, shape } from './elements.js'

const row = 30

/** Returns the relations as [from, to, kind]; `kind` is "waits" or "together". */
export function relations(gestures) {
  const result = []
  const known = new Set(gestures.map((gesture) => gesture.mark))
  gestures.forEach((gesture, place) => {
    for (const other of gesture.requires) if (known.has(other)) result.push([gesture.mark, other, 'waits'])
    for (const later of gestures.slice(place + 1)) {
      const isAllowed = (one, other) => one.partners === null || one.partners.includes(other.mark)
      if (isAllowed(gesture, later) || isAllowed(later, gesture)) result.push([gesture.mark, later.mark, 'together'])
    }
  })
  return result
}

/** Describes the relations in sentences, because a screen reader does not read the graph. */
export function sentences(gestures) {
  const name = (mark) => gestures.find((gesture) => gesture.mark === mark)?.name ?? 'a gesture'
  const lines = relations(gestures).map(([from, to, kind]) => (kind === 'waits'
    ? `${name(from)} waits until ${name(to)} has failed.`
    : `${name(from)} and ${name(to)} can be recognized at the same time.`))
  if (gestures.length > 1) {
    lines.push(lines.length ? 'Of the other pairs, the gesture that is recognized first makes the other one fail.'
      : 'The gesture that is recognized first makes the others fail.')
  }
  return lines
}

/** Draws the recognizers below each other, with an arc for each relation. `stateOf` returns the state of a recognizer. */
export function graph(gestures, stateOf) {
  const links = relations(gestures)
  const width = 300
  const left = width - 20 - Math.min(6, links.length) * 14
  const svg = shape('svg', { viewBox: `0 0 ${width} ${gestures.length * row}`, class: 'graph', 'aria-hidden': 'true' })
  const y = new Map()
  gestures.forEach((gesture, place) => {
    const middle = place * row + row / 2
    y.set(gesture.mark, middle)
    const state = stateOf(gesture.mark)
    const isActive = state === 'began' || state === 'changed'
    shape('rect', {
      x: 1, y: middle - 12, width: left - 2, height: 24, rx: 6,
      class: `node${gesture.enabled ? '' : ' is-off'}${isActive ? ' active' : ''}`,
    }, svg)
    const text = shape('text', { x: 10, y: middle + 4 }, svg)
    text.textContent = clip(`${gesture.name} · ${gesture.enabled ? state ?? gesture.type : 'disabled'}`, (left - 20) / 7)
  })
  links.forEach(([from, to, kind], place) => {
    const [start, end] = [y.get(from), y.get(to)]
    const x = left + 12 + (place % 6) * 14
    const bend = end > start ? 6 : -6
    shape('path', { d: `M${left} ${start + bend / 2}H${x}V${end - bend / 2}H${left + 5}`, class: kind }, svg)
    arrow(svg, left, end - bend / 2, kind)
    if (kind === 'together') arrow(svg, left, start + bend / 2, kind)
  })
  const box = element('div', undefined, 'graph-box')
  box.append(svg)
  return box
}

const arrow = (svg, x, y, kind) => shape('path', { d: `M${x + 7} ${y - 4}L${x} ${y}L${x + 7} ${y + 4}`, class: kind }, svg)

const clip = (text, count) => (text.length > count ? `${text.slice(0, Math.max(1, count - 1))}…` : text)
