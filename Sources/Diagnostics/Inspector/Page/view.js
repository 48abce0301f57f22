// Shows the properties, responders, recognizers and handlers of the selected view.

import { button, element, say } from './elements.js'
import { graph, sentences } from './graph.js'
import { stamp } from './words.js'

export class ViewPanel {
  constructor(title, box, history, choose, chooseTouch) {
    Object.assign(this, { title, box, history, choose, chooseTouch, key: '' })
  }

  /** Shows the server's answer; `moment` provides the states at the selected time. */
  show(answer, moment) {
    const states = answer.gestures.map((gesture) => moment.gestures.get(gesture.mark)?.state)
    const value = moment.value(answer.mark)
    const key = JSON.stringify([answer, states, value])
    if (key === this.key) return
    this.key = key
    say(this.title, `${answer.name === answer.class ? 'View' : answer.class} ${answer.name}`)
    this.box.replaceChildren(
      ...this.handlers(answer), ...this.calls(answer), ...this.recognizers(answer, moment), ...this.chain(answer),
      ...this.properties(answer, value),
    )
  }

  handlers({ handlers, name }) {
    if (handlers.length === 0) return [element('h3', 'Handlers'), element('p', 'no handler is bound to this view', 'nothing')]
    const list = element('ul', undefined, 'handlers')
    for (const handler of handlers) {
      const item = element('li')
      const call = handler.call ?? `action ${handler.action}`
      item.append(element('span', `${handler.owner === name ? '' : `${handler.owner}: `}${handler.event}`, 'event'), element('strong', call))
      const limits = []
      if (handler.when) limits.push(`when ${handler.when}`)
      if (handler.atMost) limits.push(`at most ${handler.atMost}`)
      if (handler.after) limits.push(`after ${handler.after} ms without an event`)
      if (handler.passes) limits.push('the event continues to the next responder')
      if (limits.length) item.append(element('span', limits.join(' · '), 'limits'))
      list.append(item)
    }
    return [element('h3', 'Handlers'), list]
  }

  calls({ calls, handlers, isDryRun, name }) {
    if (handlers.length === 0) return []
    if (calls.length === 0) return [element('h3', 'Calls'), element('p', 'no call until the selected time', 'nothing')]
    const list = element('ol', undefined, 'calls')
    const outcomes = calls.map((call) => outcome(call, isDryRun))
    const isSame = outcomes.every(([words]) => words === outcomes[0][0])
    const note = isSame ? [element('p', outcomes[0][0], `outcome ${outcomes[0][1]}`)] : []
    for (const [place, call] of calls.entries()) {
      const item = element('li')
      const line = element('p')
      line.append(element('time', stamp(call.time, this.history)))
      if (call.touch) line.append(button(`#${call.touch}`, () => this.chooseTouch(call.touch), 'link'))
      line.append(element('strong', call.call), element('span', `${call.owner === name ? '' : `${call.owner} `}${call.event}`, 'event'))
      item.append(line)
      if (call.argument !== undefined) {
        const argument = element('code', call.argument)
        argument.title = call.argument
        item.append(argument)
      }
      const [words, form] = outcomes[place]
      if (!isSame) item.append(element('span', words, `outcome ${form}`))
      list.append(item)
    }
    return [element('h3', calls.length > 1 ? 'Calls, newest first' : 'Call'), ...note, list]
  }

  recognizers({ gestures, mark }, moment) {
    if (gestures.length === 0) return [element('h3', 'Recognizers'), element('p', 'no recognizer receives touches of this view', 'nothing')]
    const list = element('ul', undefined, 'relations')
    for (const gesture of gestures) {
      const words = [gesture.type]
      if (gesture.view !== mark) words.push(`on ${this.history.name(gesture.view)?.name ?? 'a superview'}`)
      if (gesture.delaysTouchesBegan) words.push('delaysTouchesBegan')
      if (!gesture.cancelsTouchesInView) words.push('cancelsTouchesInView: false')
      list.append(element('li', `${gesture.name}: ${words.join(', ')}`))
    }
    const relations = sentences(gestures).map((text) => element('li', text))
    list.append(...relations)
    return [element('h3', 'Recognizers'), graph(gestures, (one) => moment.gestures.get(one)?.state), list]
  }

  chain({ chain }) {
    const list = element('ol', undefined, 'chain')
    chain.forEach((responder, place) => {
      const item = element('li')
      const isPlain = responder.name === responder.type || place === chain.length - 1
      const text = isPlain ? responder.name : `${responder.name} (${responder.type})`
      if (place > 0) {
        item.append(button(text, () => this.choose(responder.mark), 'link'))
      } else item.append(element('span', text))
      list.append(item)
    })
    return [element('h3', 'Responder chain'), list]
  }

  properties({ properties }, value) {
    const list = element('dl', undefined, 'properties')
    const all = value === undefined ? properties : [['value', Math.round(value * 1000) / 1000], ...properties]
    for (const [name, setting] of all) {
      const pair = element('div')
      pair.append(element('dt', name), element('dd', Array.isArray(setting) ? setting.join(', ') : String(setting)))
      list.append(pair)
    }
    return properties.length ? [element('h3', 'Properties'), list] : []
  }
}

/** Returns a text for the outcome of a call, and its CSS class. In a dry run, plugins do not execute accepted calls. */
export function outcome(call, isDryRun) {
  switch (call.outcome) {
    case 'skipped': return ['not called: its condition was false', 'quiet']
    case 'limited': return ['not called: its rate limit was exceeded', 'quiet']
    case 'delayed': return ['delayed until no further event arrives', 'quiet']
    case 'dropped': return ['rejected by the plugin’s queue', 'bad']
  }
  if (call.answer) return [call.answer, call.hasFailed ? 'bad' : 'good']
  if (call.needsNoPlugin) return ['executed', 'good']
  return isDryRun ? ['not run: plugins are not called here', 'quiet'] : ['passed to the plugin', 'good']
}
