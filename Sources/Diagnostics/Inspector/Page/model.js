// Decisions (trace records) received from the server, and the state after a given number of decisions.

/** Decisions in chronological order, and the names of their subjects. */
export class History {
  constructor() {
    this.words = null
    this.names = new Map()
    this.rows = []
    /** Number of decisions removed before the first retained decision. */
    this.first = 0
    this.missed = 0
    /** `formerValues`: values of controls before the first retained decision. `firstValues`: first values after it. */
    this.formerValues = new Map()
    this.firstValues = new Map()
    /** Values in the newest tree. */
    this.treeValues = new Map()
    this.isReplay = false
    this.clock = null
    /** Difference in milliseconds between the wall-clock time and the time of decisions; null if unknown. */
    this.wallOffset = null
  }

  get end() { return this.first + this.rows.length }
  at(place) { return this.rows[place - this.first] }
  get startTime() { return this.rows.length ? this.rows[0].time : 0 }
  get endTime() { return this.rows.length ? this.rows[this.rows.length - 1].time : 0 }

  /** Estimated server time in microseconds: the last reported time plus the time elapsed since it was received. */
  get now() {
    if (this.isReplay || !this.clock) return this.endTime
    return Math.max(this.endTime, this.clock.said + (performance.now() - this.clock.heard) * 1000)
  }

  hear(now) { if (typeof now === 'number') this.clock = { said: now, heard: performance.now() } }

  clear() {
    this.rows = []
    this.first = 0
    this.formerValues.clear()
    this.firstValues.clear()
  }

  name(mark) { return this.names.get(mark) }

  add(message) {
    for (const [mark, kind, name, type, holder, view] of message.names) {
      if (this.names.size > 400000) this.names.clear()
      this.names.set(mark, { mark, kind, name, type, holder, view })
    }
    for (const row of message.rows) {
      const one = decision(row, message.base, this.words)
      this.rows.push(one)
      // The first event of a control is touchDown; it contains the value before the touch.
      if (one.kind === 'control' && !this.firstValues.has(one.subject)) this.firstValues.set(one.subject, one.x)
    }
    this.missed += message.missed
    this.hear(message.now)
    this.trim()
  }

  /** Removes old decisions: a live page retains 60 s, and every page retains at most 250 000 decisions. */
  trim() {
    let old = Math.max(0, this.rows.length - 250000)
    if (!this.isReplay) {
      const since = this.endTime - 60e6
      if (this.startTime < since - 2e6) old = Math.max(old, this.place(since) - this.first)
    }
    if (old === 0) return
    for (const { kind, subject, x } of this.rows.splice(0, old)) if (kind === 'control') this.formerValues.set(subject, x)
    this.first += old
  }

  /** Returns the index of the first decision that is later than a time. */
  place(time) {
    let low = 0
    let high = this.rows.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.rows[middle].time <= time) low = middle + 1
      else high = middle
    }
    return this.first + low
  }
}

const fields = ['kind', 'time', 'detail', 'former', 'cause', 'slot', 'count', 'touch', 'device', 'subject', 'other',
  'x', 'y', 'u', 'v']

function decision(row, base, words) {
  const result = {}
  fields.forEach((field, place) => { result[field] = row[place] ?? 0 })
  result.kind = words.kinds[result.kind] ?? 'unknown'
  result.time += base
  return result
}

/** State of touches, gestures and controls after a given number of decisions. */
export class Moment {
  constructor(history) {
    this.history = history
    this.clear(history.first)
  }

  clear(place) {
    this.place = place
    this.time = this.history.startTime
    this.touches = new Map()
    this.gestures = new Map()
    this.sequences = new Map()
    this.controls = new Map()
    this.visits = []
    /** Contacts on the slots of all panels, by device and slot. */
    this.slots = new Map()
    /** Views changed by commands; their values come from the newest tree. */
    this.changed = new Set()
  }

  /** Returns the value of a slider or switch at this moment; undefined for other views. */
  value(mark) {
    const { formerValues, firstValues, treeValues } = this.history
    if (!treeValues.has(mark)) return undefined
    if (this.controls.has(mark)) return this.controls.get(mark).value
    if (this.changed.has(mark)) return treeValues.get(mark)
    return formerValues.get(mark) ?? firstValues.get(mark) ?? treeValues.get(mark)
  }

  /** Seeks to an index; seeking backward replays from the first retained decision. */
  go(place) {
    if (place < this.place || this.place < this.history.first) this.clear(this.history.first)
    const end = Math.min(place, this.history.end)
    while (this.place < end) this.take(this.history.at(this.place++))
  }

  take(decision) {
    this.time = decision.time
    const words = this.history.words
    switch (decision.kind) {
      case 'contact':
        this.slots.set(`${decision.device} ${decision.slot}`, {
          device: decision.device, slot: decision.slot, touch: 0, x: decision.x, y: decision.y, u: decision.u, v: decision.v,
          force: 0, radius: 0, pressure: words.contacts[decision.detail] === 'tooLight' ? decision.count / 1000 : 0,
          rejection: decision.detail ? words.contacts[decision.detail] : null, end: decision.detail ? decision.time : null,
        })
        break
      case 'contactRejected': {
        const slot = this.slots.get(`${decision.device} ${decision.slot}`)
        if (slot) Object.assign(slot, { rejection: words.contacts[decision.detail], end: decision.time })
        break
      }
      case 'visit':
        this.visits.push({ mark: decision.subject, refusal: decision.detail, amount: decision.u })
        if (this.visits.length > 4000) this.visits = this.visits.slice(2000)
        break
      case 'hit': {
        const touch = this.touch(decision)
        touch.hit = decision.subject
        touch.visits = this.visits
        this.visits = []
        break
      }
      case 'touch': {
        const touch = this.touch(decision)
        touch.phase = words.phases[decision.detail]
        touch.taps = decision.count
        touch.x = decision.u
        touch.y = decision.v
        touch.trail.push([decision.u, decision.v, decision.time])
        if (touch.trail.length > 2000) touch.trail = touch.trail.filter((_, place) => place % 2 === 0)
        if (touch.phase === 'ended' || touch.phase === 'cancelled') touch.end = decision.time
        this.takeSlot(decision, touch)
        break
      }
      case 'handler':
        // The details 2, 3 and 4 are withheld calls: false condition, exceeded rate limit, or waiting.
        if (decision.detail < 2 && this.touches.has(decision.touch)) this.touches.get(decision.touch).handlers += 1
        break
      case 'gesture':
        this.gestures.set(decision.subject, {
          mark: decision.subject, state: words.states[decision.detail], time: decision.time, decision,
        })
        break
      case 'sequence':
        this.sequences.set(decision.subject, {
          mark: decision.subject, state: words.states[decision.detail], time: decision.time, decision,
        })
        break
      case 'control':
        this.controls.set(decision.subject, {
          mark: decision.subject, flags: decision.detail, value: decision.x, time: decision.time, decision,
        })
        break
      case 'command':
        this.changed.add(decision.subject)
        if (this.controls.get(decision.subject)?.time <= decision.time) this.controls.delete(decision.subject)
        break
      case 'device':
        break
      case 'layout':
        this.gestures.clear()
        this.sequences.clear()
        this.controls.clear()
        break
    }
  }

  /** Updates the contact of a touch. Touches of scripts and tests have no earlier contact record. */
  takeSlot(decision, touch) {
    const key = `${decision.device} ${decision.slot}`
    const slot = this.slots.get(key) ?? { device: decision.device, slot: decision.slot, rejection: null }
    this.slots.set(key, Object.assign(slot, {
      touch: touch.number, u: decision.u, v: decision.v, force: decision.x, radius: decision.y, end: touch.end,
    }))
  }

  touch(decision) {
    let touch = this.touches.get(decision.touch)
    if (!touch) {
      touch = {
        number: decision.touch, device: decision.device, slot: decision.slot, phase: 'began', hit: 0, visits: [],
        x: decision.u, y: decision.v, began: decision.time, end: null, trail: [], handlers: 0, taps: 0,
      }
      this.touches.set(decision.touch, touch)
      if (this.touches.size > 3000) this.touches.delete(this.touches.keys().next().value)
    }
    return touch
  }

  /** Returns the touches to draw at a time: current touches, and touches that ended less than 1.5 s earlier. */
  seen(time) {
    return [...this.touches.values()].filter((touch) => touch.end === null || time - touch.end < 1.5e6)
  }
}
