// Lists, tables and the event log next to the scene.

import { who, describe, group, groupNames, clock, refusals, sequenceState } from './words.js'

const element = (name, text, className) => {
  const result = document.createElement(name)
  if (text !== undefined) result.textContent = text
  if (className) result.className = className
  return result
}

/** Sets the text of an element only if it differs, to avoid unnecessary layout. */
export function say(place, text) { if (place.textContent !== text) place.textContent = text }

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

/** Table of gestures or controls, with one row each; the latest change is first. */
export class StateTable {
  constructor(body, history, read) {
    Object.assign(this, { body, history, read, key: '' })
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

/** Event log, latest decision first, limited to 250 lines. */
export class Log {
  constructor(box, note, groupsBox, history, go) {
    Object.assign(this, { box, note, history, go })
    this.shown = new Set(groupNames.map(([name]) => name).filter((name) => name !== 'moves' && name !== 'search'))
    this.words = []
    this.rendered = { from: -1, to: -1, key: '' }
    this.version = 0
    this.active = null
    for (const [name, title] of groupNames) {
      const chip = element('button', title, `chip ${name}`)
      chip.type = 'button'
      chip.dataset.group = name
      chip.setAttribute('aria-pressed', String(this.shown.has(name)))
      chip.addEventListener('click', () => {
        if (!this.shown.delete(name)) this.shown.add(name)
        chip.setAttribute('aria-pressed', String(this.shown.has(name)))
        this.version += 1
        this.changed?.()
      })
      groupsBox.append(chip)
    }
    box.addEventListener('keydown', (event) => this.key(event))
    box.addEventListener('click', (event) => {
      const line = event.target.closest('.line')
      if (line) this.pick(Number(line.dataset.place))
    })
  }

  filter(text) {
    this.words = text.toLowerCase().split(/\s+/).filter(Boolean)
    this.version += 1
  }

  fits(decision) {
    const kind = group(decision, this.history.words)
    if (!this.shown.has(kind)) return false
    if (this.words.length === 0) return true
    const text = `${kind} ${decision.kind} ${describe(decision, this.history)}`.toLowerCase()
    return this.words.every((word) => {
      if (/^#\d+$/.test(word)) return decision.touch === Number(word.slice(1))
      if (word.length > 1 && word.startsWith('-')) return !text.includes(word.slice(1))
      return text.includes(word)
    })
  }

  /** Returns the indices of the newest matching decisions before an index, latest first. */
  places(end) {
    const result = []
    const last = Math.max(this.history.first, end - 60000)
    for (let place = end - 1; place >= last && result.length < 250; place -= 1) {
      if (this.fits(this.history.at(place))) result.push(place)
    }
    return result
  }

  /** Returns the index of the next matching decision in a direction (-1 or 1); null if there is none. */
  next(place, step) {
    for (let at = place + step; at >= this.history.first && at < this.history.end; at += step) {
      if (this.fits(this.history.at(at))) return at
    }
    return null
  }

  show(end, chosen) {
    const key = `${this.version} ${chosen}`
    if (this.rendered.to === end && this.rendered.key === key) return
    const isOn = this.rendered.key === key && end > this.rendered.to && this.rendered.from <= this.history.first
      && end - this.rendered.to < 2000
    if (isOn) {
      const fresh = []
      for (let place = end - 1; place >= this.rendered.to && fresh.length < 250; place -= 1) {
        if (this.fits(this.history.at(place))) fresh.push(this.line(place, chosen))
      }
      this.box.prepend(...fresh)
      while (this.box.childElementCount > 250) this.box.lastElementChild.remove()
    } else {
      this.box.replaceChildren(...this.places(end).map((place) => this.line(place, chosen)))
    }
    this.rendered = { from: this.history.first, to: end, key }
    say(this.note, `${this.box.childElementCount} shown`)
    this.mark(this.active)
  }

  line(place, chosen) {
    const decision = this.history.at(place)
    const kind = group(decision, this.history.words)
    const line = element('div', undefined, `line ${kind}${decision.touch && decision.touch === chosen ? ' chosen' : ''}`)
    line.id = `line-${place}`
    line.dataset.place = place
    line.setAttribute('role', 'option')
    line.setAttribute('aria-selected', 'false')
    line.append(element('time', stamp(decision.time, this.history)), element('span', decision.touch ? `#${decision.touch}` : '', 'number'),
      element('span', describe(decision, this.history), 'text'))
    return line
  }

  mark(place) {
    for (const line of this.box.querySelectorAll('[aria-selected="true"]')) line.setAttribute('aria-selected', 'false')
    const line = place === null ? null : document.getElementById(`line-${place}`)
    if (!line) return this.box.removeAttribute('aria-activedescendant')
    line.setAttribute('aria-selected', 'true')
    this.box.setAttribute('aria-activedescendant', line.id)
    this.active = place
  }

  key(event) {
    const lines = [...this.box.children]
    if (lines.length === 0) return
    const at = lines.findIndex((line) => Number(line.dataset.place) === this.active)
    const moves = { ArrowDown: Math.min(lines.length - 1, at + 1), ArrowUp: Math.max(0, at - 1), Home: 0, End: lines.length - 1 }
    if (event.key in moves) {
      this.mark(Number(lines[moves[event.key]].dataset.place))
      lines[moves[event.key]].scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && at >= 0) this.pick(this.active)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  pick(place) {
    this.mark(place)
    this.go(place)
  }
}

/** Formats a time: seconds since the first event of a recording, or the wall-clock time of an event of a service. */
function stamp(time, history) {
  if (history.isReplay) return clock(time, time, history)
  const date = new Date(time / 1000 + history.wallOffset)
  const two = (value) => String(value).padStart(2, '0')
  const seconds = `${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
  return `${two(date.getHours())}:${two(date.getMinutes())}:${seconds}`
}

/** Describes a touch from local data until the explanation arrives from the server. */
export function story(touch, history) {
  const lines = []
  for (const visit of touch.visits) {
    const why = history.words.refusals[visit.refusal]
    if (why !== 'none') lines.push(`${who(visit.mark, history)} rejected the touch: ${refusals[why]?.(visit.amount) ?? why}.`)
  }
  lines.push(touch.hit ? `${who(touch.hit, history)} is hit.` : 'No window accepted the touch.')
  const start = Math.max(history.first, history.place(touch.began - 1))
  for (let place = start; place < history.end; place += 1) {
    const decision = history.at(place)
    if (decision.touch !== touch.number) continue
    const kind = group(decision, history.words)
    if (kind === 'moves' || decision.kind === 'hit') continue
    lines.push(`${describe(decision, history)}.`)
    if (lines.length > 200) break
  }
  return lines.join('\n')
}

export { clock }
