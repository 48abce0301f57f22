// Event log, in which repeated rows are collapsed.

import { element, say } from './elements.js'
import { describe, group, groupNames, stamp } from './words.js'

const limit = 250
/** Number of neighbouring rows searched for an equal move. */
const reach = 8

/** Event log, newest decision first. A decision is a trace record of the server. */
export class Log {
  constructor(box, note, groupsBox, history, go) {
    Object.assign(this, { box, note, history, go })
    this.shown = new Set(groupNames.map(([name]) => name).filter((name) => name !== 'moves' && name !== 'search'))
    this.words = []
    this.rendered = { from: -1, to: -1, key: '' }
    /** The newest rows, at most `reach`. */
    this.newest = []
    this.version = 0
    this.active = null
    /** Whether repeated decisions that differ only in numbers share a row. */
    this.collapses = true
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

  toggleCollapse() {
    this.collapses = !this.collapses
    this.version += 1
    return this.collapses
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

  /** Returns the index of the next matching decision in a direction (-1 or 1); null if there is none. */
  next(place, step) {
    for (let at = place + step; at >= this.history.first && at < this.history.end; at += step) {
      if (this.fits(this.history.at(at))) return at
    }
    return null
  }

  /** Shows the newest rows before an index. A row represents repeated decisions that differ only in numbers. */
  show(end, chosen) {
    const key = `${this.version} ${chosen}`
    if (this.rendered.to === end && this.rendered.key === key) return
    const isOn = this.rendered.key === key && end > this.rendered.to && this.rendered.from <= this.history.first
      && end - this.rendered.to < 2000
    if (isOn) {
      for (let place = this.rendered.to; place < end; place += 1) if (this.fits(this.history.at(place))) this.prepend(place, chosen)
      while (this.box.childElementCount > limit) this.box.lastElementChild.remove()
    } else this.fill(end, chosen)
    this.rendered = { from: this.history.first, to: end, key }
    say(this.note, `${this.box.childElementCount} shown`)
    this.mark(this.active)
  }

  prepend(place, chosen) {
    const row = { place, likeness: this.likeness(place), count: 1 }
    const at = this.repeated(row, this.newest)
    if (at >= 0) {
      row.count += this.newest[at].count
      this.newest[at] = row
      this.box.children[at]?.replaceWith(this.line(place, row.count, chosen))
    } else {
      this.newest = [row, ...this.newest.slice(0, reach - 1)]
      this.box.prepend(this.line(place, 1, chosen))
    }
  }

  fill(end, chosen) {
    const rows = []
    const last = Math.max(this.history.first, end - 60000)
    for (let place = end - 1; place >= last; place -= 1) {
      if (!this.fits(this.history.at(place))) continue
      const row = { place, likeness: this.likeness(place), count: 1 }
      const oldest = rows.slice(-reach).reverse()
      const at = this.repeated(row, oldest)
      if (at >= 0) oldest[at].count += 1
      else if (rows.length < limit) rows.push(row)
      else break
    }
    this.newest = rows.slice(0, reach)
    this.box.replaceChildren(...rows.map((row) => this.line(row.place, row.count, chosen)))
  }

  /** Returns the index of the neighbouring row that a decision repeats, or -1. Moves of several fingers interleave. */
  repeated(row, neighbours) {
    const isMove = group(this.history.at(row.place), this.history.words) === 'moves'
    return neighbours.slice(0, isMove ? reach : 1).findIndex((one) => one.likeness === row.likeness)
  }

  /** Returns a key that is equal for all decisions of one row. */
  likeness(place) {
    if (!this.collapses) return place
    const decision = this.history.at(place)
    return `${decision.kind} ${decision.touch} ${describe(decision, this.history).replace(/-?\d+(\.\d+)?/g, '0')}`
  }

  line(place, count, chosen) {
    const decision = this.history.at(place)
    const kind = group(decision, this.history.words)
    const line = element('div', undefined, `line ${kind}${decision.touch && decision.touch === chosen ? ' chosen' : ''}`)
    line.id = `line-${place}`
    line.dataset.place = place
    line.setAttribute('role', 'option')
    line.setAttribute('aria-selected', 'false')
    const text = element('span', describe(decision, this.history), 'text')
    if (count > 1) {
      const times = element('span', `× ${count}`, 'times')
      times.title = `${count} events that differ only in numbers; the newest one is shown`
      text.append(times)
    }
    line.append(element('time', stamp(decision.time, this.history)), element('span', decision.touch ? `#${decision.touch}` : '', 'number'), text)
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
