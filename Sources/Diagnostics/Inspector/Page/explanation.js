// Shows the explanation of the selected touch.

import { element, say } from './elements.js'
import { who, describe, group, refusals } from './words.js'

export class Explanation {
  constructor(title, box, history, ask) {
    Object.assign(this, { title, box, history, ask, known: new Map(), askedAt: 0, last: null, shown: '' })
  }

  clear() { this.known.clear() }
  forget(touch) { this.known.delete(touch) }
  hear(message) { this.known.set(message.touch, message) }

  show(touch) {
    say(this.title, `Explanation: touch ${touch.number} on ${who(touch.hit, this.history)}`)
    if (!this.known.has(touch.number) && performance.now() - this.askedAt > 500) {
      this.askedAt = performance.now()
      this.ask(touch.number)
    }
    // While a new explanation is being requested, the previous explanation remains visible.
    const known = this.known.get(touch.number) ?? this.last
    const answer = known?.touch === touch.number && known.title !== null ? known : { title: '', sections: [] }
    this.last = known
    const sections = answer.sections.length ? answer.sections
      : [{ heading: '', sentences: story(touch, this.history).split('\n').map((text) => ({ text, depth: 0 })) }]
    const key = JSON.stringify([touch.number, answer.title, sections])
    if (this.shown === key) return
    this.shown = key
    this.box.replaceChildren(element('h3', answer.title, 'answer'),
      ...sections.flatMap(({ heading, sentences }) => [element('h3', heading), ...sentences.map(sentence)]))
  }
}

function sentence({ text, depth, rule }) {
  const paragraph = element('p', text)
  paragraph.style.paddingLeft = `${Math.min(depth, 12) * 12}px`
  if (rule) paragraph.append(cited(rule))
  return paragraph
}

/** Cites a rule: its number, its sentence, and its documentation page as text, because the server does not serve it. */
function cited({ number, says, link }) {
  const text = element('span', undefined, 'rule')
  text.append(element('strong', number), ` ${says} `, element('code', link))
  return text
}

/** Describes a touch from local data until the explanation arrives from the server. */
function story(touch, history) {
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
