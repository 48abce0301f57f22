// Shows the views as a tree beside the picture.

import { element } from './elements.js'
import { flags } from './scene.js'

export class ViewTree {
  constructor(box, choose) {
    Object.assign(this, { box, choose, nodes: [], closed: new Set(), chosen: null, hit: null, showsUnseen: false, key: '' })
    box.addEventListener('keydown', (event) => this.press(event))
    box.addEventListener('click', (event) => {
      const item = event.target.closest('[role="treeitem"]')
      if (!item) return
      const mark = Number(item.dataset.mark)
      if (event.target.classList.contains('twist')) this.toggle(mark)
      else this.choose(mark)
    })
  }

  set(nodes) {
    this.nodes = nodes
    this.build()
  }

  toggle(mark) {
    if (!this.closed.delete(mark)) this.closed.add(mark)
    this.build()
  }

  build() {
    const hadFocus = this.box.contains(document.activeElement)
    let closedLevel = Infinity
    const items = []
    this.nodes.forEach((node, place) => {
      if (node.level <= closedLevel) closedLevel = Infinity
      if (closedLevel < Infinity || (node.flags & flags.unseen && !this.showsUnseen)) return
      const isParent = (this.nodes[place + 1]?.level ?? 0) > node.level
      const isOpen = !this.closed.has(node.mark)
      if (isParent && !isOpen) closedLevel = node.level
      items.push(this.item(node, isParent, isOpen))
    })
    this.box.replaceChildren(...items)
    this.highlight()
    if (hadFocus) this.focused?.focus()
  }

  item(node, isParent, isOpen) {
    const item = element('li', undefined, node.flags & flags.unseen ? 'is-unseen' : '')
    item.setAttribute('role', 'treeitem')
    item.setAttribute('aria-level', node.level + 1)
    if (isParent) item.setAttribute('aria-expanded', isOpen)
    item.dataset.mark = node.mark
    item.tabIndex = -1
    // Limits the indentation, because deep names would otherwise be unreadable.
    item.style.paddingLeft = `${Math.min(node.level, 10) * 12 + 2}px`
    const twist = element('span', isParent ? (isOpen ? '▾' : '▸') : '', 'twist')
    twist.setAttribute('aria-hidden', 'true')
    const words = []
    if (node.flags & flags.hidden) words.push('hidden')
    if (node.flags & flags.noTouches) words.push('no touches')
    if (node.flags & flags.disabled) words.push('disabled')
    item.append(twist, element('span', node.id ?? node.type, 'name'),
      element('span', [node.id ? node.type : '', ...words].filter(Boolean).join(' · '), 'detail'))
    return item
  }

  get items() { return [...this.box.children] }
  get focused() { return this.box.querySelector('[tabindex="0"]') }

  /** Marks the selected view and the hit view. */
  show(chosen, hit) {
    if (chosen === this.chosen && hit === this.hit) return
    const isNew = chosen !== this.chosen
    Object.assign(this, { chosen, hit })
    this.highlight()
    if (isNew) this.box.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }

  highlight() {
    const items = this.items
    for (const item of items) {
      const mark = Number(item.dataset.mark)
      item.setAttribute('aria-selected', mark === this.chosen)
      item.classList.toggle('hit', mark === this.hit)
      item.tabIndex = -1
    }
    const current = items.find((item) => Number(item.dataset.mark) === this.chosen) ?? items[0]
    if (current) current.tabIndex = 0
  }

  press(event) {
    const items = this.items
    const at = items.indexOf(document.activeElement)
    if (at < 0) return
    const mark = Number(items[at].dataset.mark)
    const expanded = items[at].getAttribute('aria-expanded')
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }
    if (event.key in moves) items[Math.max(0, Math.min(items.length - 1, moves[event.key]))].focus()
    else if (event.key === 'Enter' || event.key === ' ') this.choose(mark)
    else if ((event.key === 'ArrowRight' && expanded === 'false') || (event.key === 'ArrowLeft' && expanded === 'true')) {
      this.toggle(mark)
      this.box.querySelector(`[data-mark="${mark}"]`)?.focus()
    } else if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    event.stopPropagation()
  }
}
