// Shows the slots of the panels at the selected time, with pressure and size.

import { element } from './elements.js'
import { rejections } from './words.js'

const number = (value) => String(Math.round(value * 100) / 100)
const tools = ['finger', 'pen', 'palm']

export class Contacts {
  constructor(body, history, send) {
    Object.assign(this, { body, history, send, key: '', raw: new Map(), rawTime: undefined, wantedTime: null, askedAt: 0 })
  }

  /** Stores the values that the panels reported, in their own units. */
  hear({ time, slots }) {
    this.rawTime = time
    this.raw = new Map(slots.map((slot) => [`${slot.device} ${slot.slot}`, slot]))
  }

  show(moment, time, isLive) {
    const slots = [...moment.slots.values()].filter((slot) => slot.end === null || time - slot.end < 1.5e6)
      .sort((a, b) => a.device - b.device || a.slot - b.slot)
    this.wantedTime = isLive ? null : Math.floor(time)
    if (slots.some((slot) => slot.end === null)) this.ask(this.wantedTime)
    const rows = slots.map((slot) => this.row(slot))
    const key = JSON.stringify(rows)
    if (key === this.key) return
    this.key = key
    if (rows.length === 0) {
      const row = element('tr')
      const cell = element('td', 'no contact on a panel', 'nothing')
      cell.colSpan = 5
      row.append(cell)
      return this.body.replaceChildren(row)
    }
    this.body.replaceChildren(...rows.map((cells) => {
      const row = element('tr')
      row.append(...cells.map(([text, raw]) => {
        const cell = element('td', text)
        if (raw) cell.append(element('span', raw, 'raw'))
        return cell
      }))
      return row
    }))
  }

  /** Requests the values at a time, or the current values if the time is null, at most ten times per second. */
  ask(time) {
    if (performance.now() - this.askedAt < 100 || (time !== null && time === this.rawTime)) return
    if (this.send({ slots: time ?? true })) this.askedAt = performance.now()
  }

  /** Returns the cells of a row: texts, and the reported panel values if available. */
  row({ device, slot, touch, x, y, u, v, force, radius, rejection, end, pressure }) {
    const state = rejection ? `rejected: ${rejections[rejection] ?? rejection}` : `#${touch}${end === null ? '' : ' lifted'}`
    const raw = end === null && this.rawTime === this.wantedTime ? this.raw.get(`${device} ${slot}`) : undefined
    const tool = raw && raw.tool !== null ? `, ${tools[raw.tool] ?? `tool ${raw.tool}`}` : ''
    const began = x === undefined ? '' : `began at ${number(x)}, ${number(y)} panel units`
    return [
      [`${device}:${slot}`, raw && `id ${raw.id}${tool}`],
      [state],
      [`${number(u)}, ${number(v)}`, raw ? `${raw.x}, ${raw.y} panel units` : began],
      [force ? number(force) : pressure ? number(pressure) : '–', raw && raw.pressure !== null ? String(raw.pressure) : ''],
      [radius ? `${number(radius)} pt` : '–', raw && raw.major !== null ? `${raw.major}${raw.minor === null ? '' : ` × ${raw.minor}`}` : ''],
    ]
  }
}
