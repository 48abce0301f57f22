// Connects to the server and shows its records, live or at a selected time within the last minute.

import { History, Moment } from './model.js'
import { Scene } from './scene.js'
import { Fingers } from './fingers.js'
import { TouchList, StateTable, Histogram, Devices, Log, gestureRow, controlRow, story, say, clock } from './panels.js'
import { who } from './words.js'

const $ = (id) => document.getElementById(id)

const history = new History()
const moment = new Moment(history)
const state = { chosen: null, isLive: true, place: 0, isWelcome: false, explanations: new Map(), isDirty: true, behind: 0, followed: 0 }

const scene = new Scene($('scene'), history, choose)
scene.resized = dirty
const fingers = new Fingers($('scene'), (message) => {
  if (!state.isLive) goLive()
  if (state.isWelcome && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
})
const touchList = new TouchList($('touch-list'), $('touches-note'), history, choose)
const gestures = new StateTable($('gesture-list'), history, gestureRow(history))
const controls = new StateTable($('control-list'), history, controlRow(history))
const histogram = new Histogram($('histogram'), $('latency-note'))
const devices = new Devices($('device-list'))
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

function connection(name, text) {
  $('connection').dataset.state = name
  say($('connection-text'), text)
}

const plays = {
  dry: 'touch the views with the mouse or fingers; plugins are not called',
  real: 'touch the views with the mouse or fingers; plugins are called',
}

function hear(message) {
  switch (message.type) {
    case 'hello':
      history.clear()
      history.words = message
      history.isReplay = message.isReplay
      history.hear(message.now)
      history.wallOffset = Date.now() - (message.now ?? 0) / 1000
      moment.clear(0)
      state.isWelcome = true
      state.explanations.clear()
      state.followed = 0
      wait = 500
      fingers.reset(message.play !== null)
      document.body.dataset.play = message.play ?? ''
      connection('open', message.isReplay ? 'recording' : plays[message.play] ?? 'live')
      document.body.dataset.mode = message.isReplay ? 'replay' : 'live'
      if (message.isReplay) say($('live'), 'End')
      if (message.isReplay) say($('latency-note'), 'not measured for recordings')
      break
    case 'reset':
      history.clear()
      moment.clear(0)
      break
    case 'decisions':
      history.add(message)
      if (state.chosen !== null) state.explanations.delete(state.chosen)
      break
    case 'tree':
      scene.set(message)
      $('empty').hidden = true
      say($('stage-note'), message.leftOut ? `${message.nodes.length} views, ${message.leftOut} more not shown` : `${message.nodes.length} views`)
      break
    case 'devices': devices.show(message.devices)
      break
    case 'delays': histogram.show(message.counts, history.words.delayBounds)
      break
    case 'explanation':
      state.explanations.set(message.touch, message)
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

let overviewAt = 0

function draw(now) {
  state.isDirty = false
  if (!history.words) return
  const isMoving = state.isLive && !history.isReplay
  if (state.isLive) state.place = history.end
  state.place = Math.max(state.place, history.first)
  moment.go(state.place)
  const time = isMoving ? history.now : moment.time
  if (fingers.isEnabled && state.isLive) follow()
  scene.show(moment, time, state.chosen)
  touchList.show(moment, state.chosen)
  gestures.show([...moment.gestures.values(), ...moment.sequences.values()], time)
  controls.show(moment.controls.values(), time)
  log.show(state.place, state.chosen)
  explain()
  const end = isMoving ? time : history.endTime
  scrub(time, end)
  if (now - overviewAt > 200) {
    overviewAt = now
    overview(time, end)
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
  if (document.activeElement !== slider || state.isLive) slider.value = String(Math.round((time - start) / 1000))
  const text = clock(time, end, history)
  say($('clock'), state.isLive && !history.isReplay ? 'live' : text)
  slider.setAttribute('aria-valuetext', text)
}

/** Draws the selectable time range, with one bar per touch from its beginning to its end. */
function overview(time, end) {
  const canvas = $('overview')
  const scale = devicePixelRatio
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale)
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale)
  const context = canvas.getContext('2d')
  const style = getComputedStyle(document.body)
  const [start, stop] = span(end)
  const at = (value) => 8 + ((value - start) / (stop - start)) * (width - 16)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  context.clearRect(0, 0, width, height)
  const rows = []
  const bars = new Map()
  for (const decision of history.rows) {
    if (decision.kind !== 'touch') continue
    const bar = bars.get(decision.touch)
    if (bar) {
      bar.to = decision.time
      bar.phase = decision.detail
    } else bars.set(decision.touch, { from: decision.time, to: decision.time, phase: decision.detail, touch: decision.touch })
  }
  for (const bar of bars.values()) {
    let row = rows.findIndex((last) => last < bar.from)
    if (row < 0) row = rows.length
    rows[row] = bar.to
    if (row > 5) continue
    const isCancelled = history.words.phases[bar.phase] === 'cancelled'
    context.fillStyle = style.getPropertyValue(bar.touch === state.chosen ? '--warm' : isCancelled ? '--bad' : '--cool')
    context.globalAlpha = bar.from > time ? 0.35 : 1
    context.fillRect(at(bar.from), 4 + row * 5, Math.max(2, at(bar.to) - at(bar.from)), 3)
  }
  context.globalAlpha = 1
  context.fillStyle = style.getPropertyValue('--text')
  context.fillRect(at(time) - 0.5, 0, 1, height)
}

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
  if (state.isWelcome && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ explain: number }))
}

let askedAt = 0

function explain() {
  const touch = state.chosen === null ? null : moment.touches.get(state.chosen)
  $('explain').hidden = !touch
  if (!touch) return
  say($('explain-title'), `Explanation: touch ${touch.number} on ${who(touch.hit, history)}`)
  if (!state.explanations.has(touch.number) && performance.now() - askedAt > 500) {
    askedAt = performance.now()
    ask(touch.number)
  }
  const known = state.explanations.get(touch.number) ?? state.last
  const answer = known?.touch === touch.number && known.title !== null ? known : { sections: [] }
  state.last = known
  const sections = answer.sections.length ? answer.sections
    : [{ heading: '', sentences: story(touch, history).split('\n').map((text) => ({ text, depth: 0 })) }]
  const key = JSON.stringify([touch.number, sections])
  if (state.shown === key) return
  state.shown = key
  $('explain-text').replaceChildren(...sections.flatMap(({ heading, sentences }) => {
    const title = document.createElement('h3')
    title.textContent = heading
    return [title, ...sentences.map(sentence)]
  }))
}

function sentence({ text, depth, rule }) {
  const paragraph = document.createElement('p')
  paragraph.textContent = text
  paragraph.style.paddingLeft = `${Math.min(depth, 12) * 12}px`
  if (rule) {
    const small = document.createElement('span')
    small.className = 'rule'
    small.textContent = rule
    paragraph.append(small)
  }
  return paragraph
}

// Playback position and shortcuts

function pause(place = history.end) {
  state.isLive = false
  state.place = place
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
  dirty()
}

$('pause').addEventListener('click', () => (state.isLive ? pause() : goLive()))
$('live').addEventListener('click', goLive)
$('back').addEventListener('click', () => step(-1))
$('forward').addEventListener('click', () => step(1))
$('close').addEventListener('click', () => choose(null))
$('help').addEventListener('click', () => $('shortcuts').showModal())
$('names').addEventListener('click', () => toggle($('names'), 'showsNames'))
$('unseen').addEventListener('click', () => toggle($('unseen'), 'showsUnseen'))
$('filter').addEventListener('input', (event) => {
  log.filter(event.target.value)
  dirty()
})
$('scrub').addEventListener('input', (event) => {
  const end = history.isReplay ? history.endTime : history.now
  const [start] = span(end)
  pause(history.place(start + Number(event.target.value) * 1000))
})

const keys = {
  ' ': () => (state.isLive ? pause() : goLive()),
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  l: goLive,
  '[': () => chooseNext(-1),
  ']': () => chooseNext(1),
  Escape: () => choose(null),
  '/': () => $('filter').focus(),
  n: () => toggle($('names'), 'showsNames'),
  h: () => toggle($('unseen'), 'showsUnseen'),
  '?': () => $('shortcuts').showModal(),
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $('shortcuts').open) return
  const target = event.target
  if (target.matches('input[type="search"]')) {
    if (event.key === 'Escape') target.blur()
    return
  }
  // Focused controls handle these keys themselves.
  if (target.matches('button') && (event.key === ' ' || event.key === 'Enter')) return
  if (target.matches('input[type="range"]') && event.key.startsWith('Arrow')) return
  const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (!action) return
  event.preventDefault()
  action()
})

// Redraw the clock periodically, even without new records.
setInterval(() => { if (state.isLive && !history.isReplay) dirty() }, 500)

state.isDirty = false
connect()
