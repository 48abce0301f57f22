// Lists and tables next to the scene.

import { element, say } from './elements.js'
import { who, sequenceState } from './words.js'

const forms = { began: '●', moved: '●', stationary: '●', ended: '■', cancelled: '✕' }

export class TouchList {
  constructor(list, note, history, choose) {
    Object.assign(this, { list, note, history, choose, key: '' })
  }

  show(moment, chosen) {
    const touches = [...moment.touches.values()].slice(-40).reverse()
    const down = touches.filter((touch) => touch.end === null).length
    say(this.note, `${down} down · ${moment.touches.size} seen`)
    const key = touches.map((touch) => `${touch.number}${touch.phase === 'moved' ? 'began' : touch.phase}${touch.hit}${touch.handlers}`).join() + chosen
    if (key === this.key) return
    this.key = key
    const focused = document.activeElement?.dataset?.touch
    this.list.replaceChildren(...touches.map((touch) => {
      const item = element('li')
      const button = element('button', undefined, `touch-row ${touch.phase}`)
      button.type = 'button'
      button.dataset.touch = touch.number
      button.setAttribute('aria-pressed', String(touch.number === chosen))
      const form = element('span', forms[touch.phase] ?? '●', 'form')
      form.setAttribute('aria-hidden', 'true')
      button.append(form, element('span', `#${touch.number}`, 'number'),
        element('span', touch.hit ? who(touch.hit, this.history) : 'no view', 'name'),
        element('span', touch.handlers ? `${touch.handlers} ${touch.handlers === 1 ? 'call' : 'calls'}` : '', 'calls'),
        element('span', touch.phase === 'moved' || touch.phase === 'began' ? 'down' : touch.phase, 'phase'))
      button.addEventListener('click', () => this.choose(touch.number))
      item.append(button)
      return item
    }))
    if (focused) this.list.querySelector(`[data-touch="${CSS.escape(focused)}"]`)?.focus()
  }
}

/** Table of gestures or controls: one row each, latest change first. */
export class StateTable {
  constructor(body, history, read) {
    Object.assign(this, { body, history, read, key: null })
  }

  show(entries, time) {
    const sorted = [...entries].sort((a, b) => b.time - a.time).slice(0, 12)
    const rows = sorted.map((entry) => ({ ...this.read(entry), isNew: time - entry.time < 0.6e6 }))
    const key = rows.map((row) => Object.values(row).join('\u0001')).join('\u0002')
    if (key === this.key) return
    this.key = key
    if (rows.length === 0) {
      const cell = element('td', 'no change yet', 'nothing')
      cell.colSpan = 2
      const row = element('tr')
      row.append(cell)
      return this.body.replaceChildren(row)
    }
    this.body.replaceChildren(...rows.map((row) => {
      const line = element('tr', undefined, row.isNew ? 'is-new' : '')
      const name = element('th', row.name)
      name.scope = 'row'
      name.append(element('span', row.detail, 'detail'))
      const state = element('td')
      state.append(element('span', row.state, `state ${row.form}`))
      line.append(name, state)
      return line
    }))
  }
}

export const gestureRow = (history) => ({ mark, state, decision }) => {
  const entry = history.name(mark)
  const holder = entry?.holder ? ` on ${who(entry.holder, history)}` : ''
  const forms = { began: 'active', changed: 'active', ended: 'good', failed: 'quiet', cancelled: 'bad' }
  if (decision.kind === 'sequence') {
    return {
      name: who(mark, history), detail: `Sequence${holder}`, state: sequenceState(decision, history.words),
      form: forms[state] ?? 'quiet',
    }
  }
  return {
    name: who(mark, history), detail: `${(entry?.type ?? '').replace('GestureRecognizer', '')}${holder}`, state,
    form: forms[state] ?? 'quiet', why: decision.cause,
  }
}

export const controlRow = (history) => ({ mark, flags, value }) => {
  const entry = history.name(mark)
  const words = []
  if (flags & 1) words.push('tracking')
  if (flags & 2) words.push('inside')
  if (flags & 4) words.push('highlighted')
  if (flags & 8) words.push('disabled')
  if (flags & 16) words.push('selected')
  const type = entry?.type ?? ''
  if (type === 'Slider') words.unshift(String(Math.round(value * 100) / 100))
  if (type === 'Switch') words.unshift(value ? 'on' : 'off')
  return { name: who(mark, history), detail: type, state: words.join(' · ') || 'idle', form: flags & 1 ? 'active' : 'quiet' }
}

export class Histogram {
  constructor(box, note) { Object.assign(this, { box, note, key: '' }) }

  show(counts, bounds) {
    const key = counts.join()
    if (key === this.key) return
    this.key = key
    const total = counts.reduce((sum, count) => sum + count, 0)
    if (total === 0) return
    const text = (bound) => (bound >= 1000 ? `${bound / 1000} ms` : `${bound} µs`)
    const share = (part) => {
      let sum = 0
      const place = counts.findIndex((count) => (sum += count) >= total * part)
      return place < bounds.length ? `≤ ${text(bounds[place])}` : `> ${text(bounds.at(-1))}`
    }
    const summary = `${total} frames · median ${share(0.5)} · 99 % ${share(0.99)}`
    say(this.note, `median ${share(0.5)} · 99 % ${share(0.99)}`)
    this.box.setAttribute('aria-label', summary)
    const most = Math.max(...counts)
    this.box.replaceChildren(...counts.map((count, place) => {
      const column = element('div', undefined, 'column')
      const bar = element('div', undefined, 'bar-fill')
      bar.style.height = `${count ? Math.max(3, (count / most) * 100) : 0}%`
      const well = element('div', undefined, 'well')
      well.append(bar)
      const label = place < bounds.length ? text(bounds[place]).replace(' ', '\u00a0') : 'more'
      column.title = `${count} frames ${place < bounds.length ? `up to ${label}` : `above ${text(bounds.at(-1))}`}`
      column.append(well, element('span', label.replace('\u00a0ms', 'ms').replace('\u00a0µs', 'µ')))
      return column
    }))
  }
}

export class Devices {
  constructor(box) { this.box = box }

  show(devices) {
    if (devices.length === 0) return this.box.replaceChildren(element('p', 'no panel is connected', 'nothing'))
    this.box.replaceChildren(...devices.map((device) => {
      const { number, name, screen, fingers, ...counts } = device
      const odd = Object.entries(counts).filter(([, count]) => count > 0)
      const box = element('div', undefined, 'device')
      const line = element('p')
      const health = element('span', odd.length ? '▲' : '✓', odd.length ? 'health odd' : 'health fine')
      health.setAttribute('aria-hidden', 'true')
      line.append(health, element('strong', name), element('span', `${screen ? `screen ${screen} · ` : ''}${fingers} ${fingers === 1 ? 'finger' : 'fingers'}`, 'detail'))
      const words = odd.length ? odd.map(([what, count]) => `${count} ${what}`).join(' · ') : 'no anomalies'
      box.append(line, element('p', words, 'small'))
      return box
    }))
  }
}
