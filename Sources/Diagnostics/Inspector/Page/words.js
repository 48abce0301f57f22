// What a decision is in words. Names of people's own are part of these texts, and go to the page as text alone.

const groups = {
  contact: 'touches', contactRejected: 'touches', ignored: 'touches', touch: 'touches', undelivered: 'touches',
  visit: 'search', hit: 'search', call: 'calls', offered: 'gestures', gesture: 'gestures', waits: 'gestures',
  sequence: 'gestures',
  control: 'controls', action: 'controls', handler: 'handlers', device: 'panels', ghost: 'panels',
  misuse: 'other', command: 'other', layout: 'other',
}

export const groupNames = [
  ['touches', 'Touches'], ['moves', 'Moves'], ['search', 'Search'], ['calls', 'Calls'], ['gestures', 'Gestures'],
  ['controls', 'Controls'], ['handlers', 'Handlers'], ['panels', 'Panels'], ['other', 'Other'],
]

/** What a decision belongs to; what only goes on is a group of its own. */
export function group(decision, words) {
  switch (decision.kind) {
    case 'touch': if (words.phases[decision.detail] === 'moved') return 'moves'
      break
    case 'call': if (/Moved|Changed/.test(words.methods[decision.detail])) return 'moves'
      break
    case 'gesture': if (words.states[decision.detail] === 'changed') return 'moves'
      break
    case 'control': if (/^touchDrag(In|Out)side$/.test(event(decision, words))) return 'moves'
      break
    case 'handler': if (/^(touchesMoved|pressesChanged|changed|touchDragInside|touchDragOutside)$/
      .test(words.events[decision.former])) return 'moves'
      break
  }
  return groups[decision.kind] ?? 'other'
}

function event(decision, words) {
  const found = words.controlEvents.find(([bit]) => bit === decision.other)
  return found ? found[1] : `event ${decision.other}`
}

export function who(mark, history) {
  if (!mark) return 'nobody'
  const entry = history.name(mark)
  if (!entry) return 'somebody of an earlier layout'
  return entry.name
}

const number = (value) => String(Math.round(value * 100) / 100)
const place = (x, y) => `${number(x)}, ${number(y)}`

export const refusals = {
  hidden: () => 'it is hidden',
  transparent: (amount) => `its alpha is ${number(amount)}, and below 0.01 nothing is hit`,
  interactionDisabled: () => 'its interaction is off',
  outside: (amount) => `the point is ${number(amount)} pt outside of it`,
  overridden: () => 'its own code said no',
  singularTransform: () => 'its transform makes it flat',
}

export const rejections = {
  outOfRange: 'it is outside of what the panel announced', deadZone: 'it began in a dead zone',
  bounce: 'it bounced: it goes on with the touch that had just lifted there',
  ghost: 'nobody touches there, it is a ghost',
  palm: 'the panel says that it is a palm', besidePen: 'a pen is near',
  alreadyDown: 'it was down when the panel was opened',
  silence: 'all contacts were cancelled, and not all of them are up',
  tooLight: 'it came near and did not touch, or too lightly',
  stale: 'the panel reported nothing of it for staleContactTimeout',
}

const keepings = {
  singleTouchView: 'the view follows another touch and takes only one',
  otherViewIsExclusive: 'another view has all touches for itself',
  viewIsExclusive: 'the view wants all touches for itself, and another one has some',
  swallowed: 'it was swallowed on the way',
}

export const offers = {
  disabled: 'it is switched off', attemptIsOver: 'its attempt is over until all of its fingers are up',
  isComplete: 'it is complete and waits', unwantedEvent: 'it does not want the event',
  unwantedTouch: 'its delegate does not want the touch', ignored: 'it follows other fingers already',
}

function cause(decision, words, history) {
  const other = () => who(decision.other, history)
  switch (words.causes[decision.cause]) {
    case 'gesture': case 'subclass': return ''
    case 'movedTooFar': return `moved ${number(decision.x)} pt, limit ${number(decision.y)}`
    case 'tookTooLong': return `took longer than ${number(decision.y)} s`
    case 'nextTapMissing': return 'the next tap did not come'
    case 'liftedEarly': return 'a finger lifted early'
    case 'tooManyTouches': return `more than ${decision.y} fingers`
    case 'tooFewTouches': return `fewer than ${decision.y} fingers`
    case 'wrongDirection': return 'went in another direction'
    case 'notFromEdge': return 'did not start at the edge'
    case 'touchesCancelled': return 'its touches were cancelled'
    case 'prevented': return `prevented by ${other()}`
    case 'requiredFailureRecognized': return `${other()} was recognized, which had to fail`
    case 'circularRequirement': return 'it waits for those that wait for it'
    case 'vetoedByView': return `the view ${other()} said no`
    case 'vetoedByDelegate': return 'its delegate said no'
    case 'disabled': return 'it was switched off'
    case 'removed': return 'it was removed'
    case 'interrupted': return 'input was paused, or its device removed, while it waited'
    case 'abandoned': return 'all fingers are up'
    case 'reset': return 'begins anew'
    default: return words.causes[decision.cause] ?? ''
  }
}

const because = (text) => (text ? `: ${text}` : '')

/** How far a sequence is after a decision. */
export function sequenceState(decision, words) {
  const step = `step ${decision.count} of ${decision.x}`
  switch (words.states[decision.detail]) {
    case 'ended': return `completed, ${step}`
    case 'failed': return `failed after ${step}`
    default: return step
  }
}

/** One line on one decision. */
export function describe(decision, history) {
  const words = history.words
  const name = () => who(decision.subject, history)
  const other = () => who(decision.other, history)
  switch (decision.kind) {
    case 'contact': {
      const at = `contact ${decision.slot} down at ${place(decision.x, decision.y)} of the panel`
      if (!decision.detail) return `${at}, ${place(decision.u, decision.v)} pt`
      const why = words.contacts[decision.detail]
      return `${at} is kept back${because(rejections[why] ?? why)}`
    }
    case 'contactRejected': {
      const why = words.contacts[decision.detail]
      return `contact ${decision.slot} is taken back${because(rejections[why] ?? why)}`
    }
    case 'ignored': return `a finger at ${place(decision.u, decision.v)} is heard by nobody: ${
      { inactive: 'input is paused', eventsIgnored: 'events are ignored', unwanted: 'it only wakes the screen' }[
        words.ignored[decision.detail]] ?? ''}`
    case 'visit': {
      const why = words.refusals[decision.detail]
      if (why === 'none') return `${name()} is asked, at ${place(decision.x, decision.y)} of its own`
      return `${name()} says no: ${refusals[why]?.(decision.u) ?? why}`
    }
    case 'hit': return decision.subject ? `${name()} is hit` : 'no window wants it'
    case 'undelivered': return `${name()} does not hear of it: ${keepings[words.keepings[decision.detail]] ?? ''}`
    case 'offered': {
      if (decision.detail === 0) return `${name()} gets the touch`
      return `${name()} does not take it: ${offers[words.offers[decision.detail]] ?? ''}`
    }
    case 'touch': {
      const taps = decision.count > 1 ? `, tap ${decision.count}` : ''
      return `${words.phases[decision.detail]} at ${place(decision.u, decision.v)}${taps}`
    }
    case 'call': return `${name()} · ${words.methods[decision.detail]}`
    case 'gesture': return `${name()}: ${words.states[decision.former]} → ${words.states[decision.detail]}${
      because(cause(decision, words, history))}`
    case 'sequence': return `sequence ${name()} ${sequenceState(decision, words)}${
      decision.other ? `: ${other()}` : ', as the next step did not come in time'}`
    case 'waits': return `${name()} is complete and waits for ${other()} to fail`
    case 'control': {
      const entry = history.name(decision.subject)
      const value = entry && (entry.type === 'Slider' || entry.type === 'Switch') ? ` = ${number(decision.x)}` : ''
      return `${name()} sends ${event(decision, words)}${value}`
    }
    case 'action': return `action ${name()} goes to ${other()}`
    case 'handler': {
      const entry = history.name(decision.subject)
      const of = entry?.view ? ` of ${entry.view}` : ''
      const taken = decision.detail ? '' : ', and the plugin did not take it'
      return `${name()} is called for ${words.events[decision.former]}${of}${taken}`
    }
    case 'device': return `panel or keys ${decision.device}: ${
      ['came', 'is gone', 'lost events', 'is known again'][decision.detail] ?? ''}`
    case 'ghost': return decision.detail
      ? `ghost at ${place(decision.u, decision.v)} (${words.ghosts[decision.former] ?? ''}), ${decision.count} touches`
      : 'the ghost is gone'
    case 'misuse': return 'something impossible was asked for and not done'
    case 'command': return `${other()} changes ${decision.subject ? name() : 'the tree'}`
    case 'layout': return 'another layout is in place'
    default: return decision.kind
  }
}

/** A time as people read it: seconds back from the end of what is known. */
export function clock(time, end) {
  const back = (end - time) / 1e6
  return back < 0.0005 ? '0.000 s' : `−${back.toFixed(3)} s`
}
