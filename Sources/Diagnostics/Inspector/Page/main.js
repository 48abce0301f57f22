// Connects to the server and shows its records, live or at a selected time within the last minute.

import { History, Moment } from './model.js'
import { Scene } from './scene.js'
import { Fingers } from './fingers.js'
import { TouchList, StateTable, Histogram, Devices, gestureRow, controlRow } from './panels.js'
import { Log } from './log.js'
import { ViewTree } from './tree.js'
import { ViewPanel } from './view.js'
import { Probe } from './probe.js'
import { Contacts } from './contacts.js'
import { Selection } from './export.js'
import { Explanation } from './explanation.js'
import { Overview } from './overview.js'
import { handleKeys } from './keys.js'
import { say } from './elements.js'
import { clock, date, plays, stamp } from './words.js'

const $ = (id) => document.getElementById(id)

const history = new History()
const moment = new Moment(history)
const state = {
  chosen: null, isLive: true, place: 0, time: 0, isWelcome: false, isDirty: true, followed: 0,
  view: null, answer: null, picks: false,
}

const scene = new Scene($('scene'), history, choose)
scene.resized = dirty
const fingers = new Fingers($('scene'), (message) => {
  if (!state.isLive) goLive()
  send(message)
})
const touchList = new TouchList($('touch-list'), $('touches-note'), history, choose)
const gestures = new StateTable($('gesture-list'), history, gestureRow(history))
const controls = new StateTable($('control-list'), history, controlRow(history))
const histogram = new Histogram($('histogram'), $('latency-note'))
const devices = new Devices($('device-list'))
const tree = new ViewTree($('tree'), selectView)
const viewPanel = new ViewPanel($('view-title'), $('view-text'), history, selectView, choose)
const probe = new Probe(
  { section: $('probe'), title: $('probe-title'), box: $('probe-text'), line: $('hover') }, send, selectView,
)
const contacts = new Contacts($('contact-list'), history, send)
const selection = new Selection($('range'), history, send)
const explanation = new Explanation($('explain-title'), $('explain-text'), history, ask)
const overview = new Overview($('overview'), history)
const log = new Log($('lines'), $('log-note'), $('groups'), history, goToLine)
log.changed = dirty

// Connection

let socket = null
let wait = 500

function connect() {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const folder = location.pathname.replace(/[^/]*$/, '')
  socket = new WebSocket(`${scheme}://${location.host}${folder}live`)
  socket.addEventListener('message', (event) => hear(JSON.parse(event.data)))
  socket.addEventListener('close', () => {
    state.isWelcome = false
    fingers.reset(false)
    connection('closed', 'not connected, retrying')
    setTimeout(connect, wait)
    wait = Math.min(wait * 2, 5000)
  })
}

/** Sends a request; returns false if there is no connection. */
function send(message) {
  if (!state.isWelcome || socket.readyState !== WebSocket.OPEN) return false
  socket.send(JSON.stringify(message))
  return true
}

function connection(name, text) {
  $('connection').dataset.state = name
  say($('connection-text'), text)
}

function hear(message) {
  switch (message.type) {
    case 'hello':
      history.clear()
      history.words = message
      history.isReplay = message.isReplay
      history.hear(message.now)
      history.wallOffset = message.epoch === null ? null : message.epoch / 1000
      moment.clear(0)
      state.isWelcome = true
      explanation.clear()
      state.followed = 0
      wait = 500
      fingers.reset(message.play !== null && !state.picks)
      state.isPlay = message.play !== null
      $('pick').hidden = !state.isPlay
      probe.reset()
      document.body.dataset.play = message.play ?? ''
      connection('open', message.isReplay ? 'recording' : plays[message.play] ?? 'live')
      document.body.dataset.mode = message.isReplay ? 'replay' : 'live'
      if (message.isReplay) say($('live'), 'End')
      if (message.isReplay) say($('latency-note'), 'not measured for recordings')
      break
    case 'reset':
      history.clear()
      moment.clear(0)
      probe.reset()
      break
    case 'decisions':
      history.add(message)
      if (state.chosen !== null) explanation.forget(state.chosen)
      break
    case 'tree':
      scene.set(message)
      tree.set(message.nodes)
      viewAskedAt = 0
      $('empty').hidden = true
      say($('stage-note'), message.leftOut ? `${message.nodes.length} views, ${message.leftOut} more not shown` : `${message.nodes.length} views`)
      break
    case 'devices': devices.show(message.devices)
      break
    case 'delays': histogram.show(message.counts, history.words.delayBounds)
      break
    case 'view':
      if (message.mark !== state.view) break
      if (state.answer === null) requestAnimationFrame(() => $('view-title').scrollIntoView({ block: 'nearest' }))
      state.answer = message
      break
    case 'point':
      probe.hear(message)
      break
    case 'slots':
      contacts.hear(message)
      break
    case 'script':
    case 'recording':
      selection.hear(message)
      break
    case 'explanation':
      explanation.hear(message)
      break
    case 'results':
      explanation.clear()
      state.viewKey = null
      break
  }
  dirty()
}

// Drawing

function dirty() {
  if (state.isDirty) return
  state.isDirty = true
  requestAnimationFrame(draw)
}

let [overviewAt, viewAskedAt] = [0, 0]

function draw(now) {
  state.isDirty = false
  if (!history.words) return
  const isMoving = state.isLive && !history.isReplay
  if (state.isLive) state.place = history.end
  state.place = Math.max(state.place, history.first)
  moment.go(state.place)
  // The playhead: the clock, the slider and the drawn values show this time.
  const time = isMoving ? history.now : state.isLive ? moment.time : state.time
  state.time = time
  if (fingers.isEnabled && state.isLive) follow()
  Object.assign(scene, { selected: state.view, probed: probe.hit, point: probe.point })
  scene.show(moment, time, state.chosen)
  tree.show(state.view, probe.hit ?? moment.touches.get(state.chosen)?.hit ?? null)
  contacts.show(moment, time, isMoving)
  showView(time)
  selection.show()
  touchList.show(moment, state.chosen)
  gestures.show([...moment.gestures.values(), ...moment.sequences.values()], time)
  controls.show(moment.controls.values(), time)
  log.show(state.place, state.chosen)
  explain()
  const end = isMoving ? time : history.endTime
  scrub(time, end)
  if (now - overviewAt > 200) {
    overviewAt = now
    overview.draw(time, span(end), state.chosen, selection)
  } else if (!isMoving) later()
  transport()
  // Redraw without new records: trails fade, and ended touches disappear.
  if (isMoving && moment.seen(time).length > 0) later()
}

let isLater = false
function later() {
  if (isLater) return
  isLater = true
  setTimeout(() => {
    isLater = false
    dirty()
  }, 60)
}

function transport() {
  say($('pause'), state.isLive ? 'Pause' : 'Resume')
  $('live').setAttribute('aria-pressed', String(state.isLive))
  document.body.dataset.live = state.isLive
  const newer = history.end - state.place
  say($('log-note'), state.isLive || newer === 0 ? lost() : `${newer} newer`)
}

const lost = () => (history.missed ? `page too slow: ${history.missed} moves or visited views dropped` : '')

function span(end) {
  const least = history.isReplay ? 1e3 : 60e6
  const start = history.isReplay ? history.startTime : end - least
  return [start, Math.max(end, start + 1e3)]
}

function scrub(time, end) {
  const [start, stop] = span(end)
  const slider = $('scrub')
  slider.max = String(Math.round((stop - start) / 1000))
  slider.value = String(Math.round((time - start) / 1000))
  const seconds = clock(time, end, history)
  const text = history.isReplay ? `${seconds}${date(time, history, ' (', ')')}` : `${stamp(time, history)} (${seconds})`
  say($('clock'), state.isLive && !history.isReplay ? `live ${stamp(time, history)}` : text)
  slider.setAttribute('aria-valuetext', text)
}

// Selected view

function selectView(mark) {
  if (mark !== state.view) state.answer = null
  state.view = mark
  viewAskedAt = 0
  dirty()
}

/** Requests the facts of the selected view again after changes, at most twice per second. */
function showView(time) {
  $('view').hidden = state.view === null || state.answer?.mark !== state.view || state.answer.name === null
  if (state.view === null) return
  const key = `${history.end} ${state.isLive ? '' : Math.floor(time)}`
  if (viewAskedAt === 0 || (key !== state.viewKey && performance.now() - viewAskedAt > 500)) {
    const message = state.isLive ? { view: state.view } : { view: state.view, until: Math.floor(time) }
    if (send(message)) [viewAskedAt, state.viewKey] = [performance.now(), key]
  } else if (key !== state.viewKey) later()
  if (!$('view').hidden) viewPanel.show(state.answer, moment)
}

probe.follow($('scene'), scene, () => !fingers.isEnabled, dirty)
$('centre').addEventListener('click', () => {
  const box = scene.tree?.nodes.find((node) => node.mark === state.view)?.corners
  if (box) probe.pin([(box[0] + box[4]) / 2, (box[1] + box[5]) / 2])
})
$('close-view').addEventListener('click', () => selectView(null))
$('close-probe').addEventListener('click', () => {
  probe.unpin()
  dirty()
})

// Explanation of the selected touch

/** Selects each new touch, because the user of the page has just caused it. */
function follow() {
  const newest = [...moment.touches.keys()].at(-1) ?? 0
  if (newest > state.followed) choose(newest)
  state.followed = Math.max(state.followed, newest)
}

function choose(number) {
  state.chosen = number
  if (number !== null) ask(number)
  dirty()
}

function ask(number) {
  send({ explain: number })
}

function explain() {
  const touch = state.chosen === null ? null : moment.touches.get(state.chosen)
  $('explain').hidden = !touch
  if (touch) explanation.show(touch)
}

// Playback position and shortcuts

function pause(place = history.end, time = history.at(place - 1)?.time ?? history.startTime) {
  state.isLive = false
  Object.assign(state, { place, time })
  dirty()
}

function goLive() {
  state.isLive = true
  dirty()
}

function step(direction) {
  const from = state.isLive ? history.end : state.place
  const next = direction < 0 ? log.next(from - 1, -1) : log.next(from - 1, 1)
  if (next !== null) pause(next + 1)
  else if (direction < 0) pause(Math.max(history.first, from))
}

function goToLine(place) {
  const decision = history.at(place)
  if (!decision) return
  pause(place + 1)
  if (decision.touch) choose(decision.touch)
}

function chooseNext(direction) {
  const numbers = [...moment.touches.keys()]
  if (numbers.length === 0) return
  const at = numbers.indexOf(state.chosen)
  choose(numbers[at < 0 ? numbers.length - 1 : Math.max(0, Math.min(numbers.length - 1, at + direction))])
}

function toggle(button, name) {
  scene[name] = !scene[name]
  button.setAttribute('aria-pressed', String(scene[name]))
  scene.fit()
  tree.showsUnseen = scene.showsUnseen
  tree.build()
  dirty()
}

/** In `play`, switches clicks on the picture between touching and selecting views. */
function togglePick() {
  if (!state.isPlay) return
  state.picks = !state.picks
  $('pick').setAttribute('aria-pressed', String(state.picks))
  document.body.dataset.picks = state.picks
  fingers.reset(!state.picks)
}

function toggleTree() {
  const isShown = $('tree').hidden
  $('tree').hidden = !isShown
  $('tree-chip').setAttribute('aria-pressed', String(isShown))
}

function mark(edge) {
  selection.mark(edge, state.time)
  overviewAt = 0
  dirty()
}

/** Draws the touches of the selected seconds for a saved picture. */
function drawSelection([start, end]) {
  const touches = [...moment.touches.values()].filter((one) => one.began <= end && (one.end ?? end) >= start)
  scene.show(moment, end, state.chosen, touches)
}

$('pause').addEventListener('click', () => (state.isLive ? pause() : goLive()))
$('live').addEventListener('click', goLive)
$('back').addEventListener('click', () => step(-1))
$('forward').addEventListener('click', () => step(1))
$('close').addEventListener('click', () => choose(null))
$('help').addEventListener('click', () => $('shortcuts').showModal())
$('names').addEventListener('click', () => toggle($('names'), 'showsNames'))
$('unseen').addEventListener('click', () => toggle($('unseen'), 'showsUnseen'))
$('pick').addEventListener('click', togglePick)
$('tree-chip').addEventListener('click', toggleTree)
$('collapse').addEventListener('click', () => {
  $('collapse').setAttribute('aria-pressed', String(log.toggleCollapse()))
  dirty()
})
for (const edge of ['from', 'to', 'all']) $(edge).addEventListener('click', () => mark(edge))
$('save').addEventListener('click', () => {
  selection.save($('form').value, $('scene'), drawSelection)
  dirty()
})
$('filter').addEventListener('input', (event) => {
  log.filter(event.target.value)
  dirty()
})
$('scrub').addEventListener('input', (event) => {
  const end = history.isReplay ? history.endTime : history.now
  const [start] = span(end)
  const time = start + Number(event.target.value) * 1000
  pause(history.place(time), time)
})

handleKeys({
  ' ': () => (state.isLive ? pause() : goLive()),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  l: goLive,
  '[': () => chooseNext(-1),
  ']': () => chooseNext(1),
  Escape: () => (state.chosen === null ? selectView(null) : choose(null)),
  '/': () => $('filter').focus(),
  n: () => toggle($('names'), 'showsNames'),
  h: () => toggle($('unseen'), 'showsUnseen'),
  t: () => tree.focused?.focus(),
  s: togglePick,
  i: () => mark('from'),
  o: () => mark('to'),
  '?': () => $('shortcuts').showModal(),
}, $('shortcuts'))

// Redraw the clock periodically, even without new records.
setInterval(() => { if (state.isLive && !history.isReplay) dirty() }, 500)

state.isDirty = false
connect()
