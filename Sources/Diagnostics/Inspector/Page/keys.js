// Keyboard shortcuts of the page.

/** Runs the action of a pressed key, except if the focused control uses the key. */
export function handleKeys(actions, dialog) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialog.open) return
    const target = event.target
    if (target.matches('input[type="search"], select')) {
      if (event.key === 'Escape') target.blur()
      return
    }
    if (target.matches('button') && (event.key === ' ' || event.key === 'Enter')) return
    if (target.matches('input[type="range"]') && event.key.startsWith('Arrow')) return
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!action) return
    event.preventDefault()
    action()
  })
}
