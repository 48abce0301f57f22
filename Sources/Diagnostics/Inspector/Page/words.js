// Describes decisions as text. The text contains user-defined names: insert it as text content, never as HTML.

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

/** Returns the log group of a decision; continuous changes form the group `moves`. */
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

/** Connection status shown for `touchbridge play`, by its mode. */
export const plays = {
  dry: 'touch the views with the mouse or fingers; plugins are not called',
  real: 'touch the views with the mouse or fingers; plugins are called',
}

export function who(mark, history) {
  if (!mark) return 'no view'
  const entry = history.name(mark)
  if (!entry) return 'an object of an earlier layout'
  return entry.name
}

const number = (value) => String(Math.round(value * 100) / 100)
const fingers = (count) => `${count} ${count === 1 ? 'finger' : 'fingers'}`
const place = (x, y) => `${number(x)}, ${number(y)}`

export const refusals = {
  hidden: () => 'it is hidden',
  transparent: (amount) => `its alpha is ${number(amount)}, below the fixed minimum of 0.01`,
  interactionDisabled: () => 'it has userInteractionEnabled: false',
  outside: (amount) => `the point is ${number(amount)} pt outside its bounds`,
  overridden: () => 'its class overrides the hit test and rejects the point',
  singularTransform: () => 'its transform shrinks it to zero area',
}

export const rejections = {
  outOfRange: 'it is outside the panel\'s range', deadZone: 'it began in a dead zone',
  bounce: 'it continues the previous touch, because the filter debounce ignores brief lifts',
  ghost: 'the ghost filter rejected it',
  palm: 'the panel reports it as a palm', besidePen: 'a pen is in range of the panel',
  alreadyDown: 'it was already down when the panel was opened',
  silence: 'all touches were cancelled; new contacts are rejected until all fingers are up',
  tooLight: 'it hovered or pressed too lightly',
  holdDuration: 'it was shorter than the accommodation holdDuration',
  ignoreRepeat: 'it began too soon after the previous lift for the accommodation ignoreRepeat',
  lost: 'it ended without a lift while an accommodation withheld its touch',
  stale: 'the panel sent no event for it within staleContactTimeout',
}

const keepings = {
  singleTouchView: 'the view already tracks another touch',
  otherViewIsExclusive: 'another view with exclusiveTouch: true is touched',
  viewIsExclusive: 'the view has exclusiveTouch: true, and another view is touched',
  swallowed: 'an override of sendEvent did not forward the event',
}

export const offers = {
  disabled: 'it is disabled',
  attemptIsOver: 'it has already been recognized or has failed, and accepts no new touch until all its fingers are up',
  isComplete: 'it is already complete and waits for other gestures to fail', unwantedEvent: 'it does not accept the event',
  unwantedTouch: 'it does not accept the touch', ignored: 'it already tracks other touches and accepts no more touches',
}

function cause(decision, words, history) {
  const other = () => who(decision.other, history)
  switch (words.causes[decision.cause]) {
    case 'gesture': case 'subclass': return ''
    case 'movedTooFar': return `a finger moved ${number(decision.x)} pt; at most ${number(decision.y)} pt is allowed`
    case 'tookTooLong': return `the gesture took longer than ${number(decision.y)} s`
    case 'nextTapMissing': return 'no further tap followed'
    case 'liftedEarly': return 'a finger lifted too early'
    case 'tooManyTouches': return `more than ${fingers(decision.y)} went down`
    case 'tooFewTouches': return `fewer than ${fingers(decision.y)} were down at the same time`
    case 'wrongDirection': return 'the finger moved in another direction'
    case 'notFromEdge': return 'the touch did not begin at the edge'
    case 'touchesCancelled': return 'a touch of the gesture was cancelled'
    case 'prevented': return `${other()} was recognized first and prevented this gesture`
    case 'requiredFailureRecognized': return `its requireToFail lists ${other()}, which was recognized`
    case 'circularRequirement': return 'this gesture and a gesture in its requireToFail wait for each other'
    case 'vetoedByView': return `the view ${other()} prevented this gesture from beginning`
    case 'vetoedByDelegate': return 'its delegate prevented the gesture from beginning'
    case 'disabled': return 'the gesture was disabled'
    case 'removed': return 'its view was removed'
    case 'interrupted': return 'input was paused or the device was removed while the gesture waited'
    case 'abandoned': return 'all fingers are up'
    case 'reset': return 'the gesture was reset'
    default: return words.causes[decision.cause] ?? ''
  }
}

const because = (text) => (text ? `: ${text}` : '')

/** Describes the progress of a sequence after a decision. */
export function sequenceState(decision, words) {
  const step = `step ${decision.count} of ${decision.x}`
  switch (words.states[decision.detail]) {
    case 'ended': return `completed, ${step}`
    case 'failed': return `failed after ${step}`
    default: return step
  }
}

/** Describes a decision in one line. */
export function describe(decision, history) {
  const words = history.words
  const name = () => who(decision.subject, history)
  const other = () => who(decision.other, history)
  switch (decision.kind) {
    case 'contact': {
      const at = `contact ${decision.slot} down at ${place(decision.x, decision.y)} in panel units`
      if (!decision.detail) return `${at}, ${place(decision.u, decision.v)} in points`
      const why = words.contacts[decision.detail]
      return `${at} is rejected${because(rejections[why] ?? why)}`
    }
    case 'contactRejected': {
      const why = words.contacts[decision.detail]
      return `contact ${decision.slot} is cancelled${because(rejections[why] ?? why)}`
    }
    case 'ignored': return `a finger at ${place(decision.u, decision.v)} is ignored: ${
      { inactive: 'the application is inactive', eventsIgnored: 'events are ignored', unwanted: 'the touch only wakes the screen' }[
        words.ignored[decision.detail]] ?? ''}`
    case 'visit': {
      const why = words.refusals[decision.detail]
      if (why === 'none') return `${name()} is hit-tested at local ${place(decision.x, decision.y)}`
      return `${name()} rejects the touch: ${refusals[why]?.(decision.u) ?? why}`
    }
    case 'hit': return decision.subject ? `${name()} is hit` : 'no window accepts the touch'
    case 'undelivered': return `${name()} does not receive the touch: ${keepings[words.keepings[decision.detail]] ?? ''}`
    case 'offered': {
      if (decision.detail === 0) return `${name()} receives the touch`
      return `${name()} ignores the touch: ${offers[words.offers[decision.detail]] ?? ''}`
    }
    case 'touch': {
      const taps = decision.count > 1 ? `, tap ${decision.count}` : ''
      return `${words.phases[decision.detail]} at ${place(decision.u, decision.v)}${taps}`
    }
    case 'call': return `${name()} receives ${words.methods[decision.detail]}`
    case 'gesture': return `${name()}: ${words.states[decision.former]} → ${words.states[decision.detail]}${
      because(cause(decision, words, history))}`
    case 'sequence': return `sequence ${name()} ${sequenceState(decision, words)}${
      decision.other ? `: ${other()}` : ': the next step did not follow in time'}`
    case 'waits': return `${name()} is complete and waits for ${other()} to fail`
    case 'control': {
      const entry = history.name(decision.subject)
      const value = entry && (entry.type === 'Slider' || entry.type === 'Switch') ? ` = ${number(decision.x)}` : ''
      return `${name()} sends ${event(decision, words)}${value}`
    }
    case 'action': return `action ${name()} is handled by ${decision.other ? other() : 'no responder'}`
    case 'handler': {
      const entry = history.name(decision.subject)
      const of = entry?.view ? ` of ${entry.view}` : ''
      const withheld = { 2: 'its condition is false', 3: 'its rate limit is exceeded', 4: 'the call waits' }
      if (withheld[decision.detail]) {
        return `${name()} is not called for event '${words.events[decision.former]}'${of}: ${withheld[decision.detail]}`
      }
      const taken = decision.detail ? '' : ', and the plugin rejected the call'
      return `${name()} is called for event '${words.events[decision.former]}'${of}${taken}`
    }
    case 'device': return `device ${decision.device}: ${
      ['connected', 'disconnected', 'lost events', 'resynchronized', 'no event for a contact for too long',
        'no event for too long'][decision.detail] ?? ''}`
    case 'ghost': return decision.detail
      ? `ghost touches at ${place(decision.u, decision.v)} (${words.ghosts[decision.former] ?? ''}), detected after ${
        decision.count} touches`
      : 'the ghost touches stopped'
    case 'misuse': return 'an invalid API call was ignored'
    case 'command': {
      // `former` is 255 for a script, another nonzero number for a tree command; only tree commands can be rejected.
      if (decision.former === 255) return `${other()} ${decision.detail ? 'ran' : 'was stopped by an error; the log contains the error'}`
      const verb = decision.former && !decision.detail ? 'was rejected for' : 'changed'
      return `${other()} ${verb} ${decision.subject ? name() : 'the tree'}`
    }
    case 'layout': return 'the layout was replaced'
    default: return decision.kind
  }
}

/** Formats a time in seconds: since the first event of a recording, or relative to the present of a service. */
export function clock(time, end, history) {
  if (history.isReplay) return `${Math.max(0, (time - history.startTime) / 1e6).toFixed(3)} s`
  const back = (end - time) / 1e6
  return back < 0.0005 ? '0.000 s' : `−${back.toFixed(3)} s`
}

/** Formats a time: seconds since the first event of a recording, or the wall-clock time of an event of a service. */
export function stamp(time, history) {
  return history.isReplay ? clock(time, time, history) : wallClock(time, history)
}

/** Formats a time as a date and wall-clock time, between two texts; an empty text if the wall-clock time is unknown. */
export function date(time, history, before, after) {
  if (history.wallOffset === null) return ''
  const when = new Date(time / 1000 + history.wallOffset)
  const day = `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`
  return `${before}${day} ${wallClock(time, history)}${after}`
}

const two = (value) => String(value).padStart(2, '0')

function wallClock(time, history) {
  const when = new Date(time / 1000 + (history.wallOffset ?? 0))
  const seconds = `${two(when.getSeconds())}.${String(when.getMilliseconds()).padStart(3, '0')}`
  return `${two(when.getHours())}:${two(when.getMinutes())}:${seconds}`
}
