// Shows the slots of the panels at the selected time, with pressure and size.

import { element } from './elements.js'
import { rejections } from './words.js'

const number = (value) => String(Math.round(value * 100) / 100)

export class Contacts {
  constructor(body, history) { Object.assign(this, { body, history, key: '' }) }

  show(moment, time) {
    const rows = [...moment.slots.values()].filter((slot) => slot.end === null || time - slot.end < 1.5e6)
      .sort((a, b) => a.device - b.device || a.slot - b.slot).map((slot) => this.row(slot))
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
    this.body.replaceChildren(...rows.map((texts) => {
      const row = element('tr')
      row.append(...texts.map((text) => element('td', text)))
      return row
    }))
  }

  row({ device, slot, touch, x, y, u, v, force, radius, rejection, end, pressure }) {
    const state = rejection ? `rejected: ${rejections[rejection] ?? rejection}` : `#${touch}${end === null ? '' : ' lifted'}`
    return [`${device}:${slot}`, state, `${number(u)}, ${number(v)}${x === undefined ? '' : ` (began at ${number(x)}, ${number(y)} panel units)`}`,
      force ? number(force) : pressure ? number(pressure) : '–', radius ? `${number(radius)} pt` : '–']
  }
}
