// Creates elements of the page.

const space = 'http://www.w3.org/2000/svg'

export const element = (name, text, className) => {
  const result = document.createElement(name)
  if (text !== undefined) result.textContent = text
  if (className) result.className = className
  return result
}

/** Creates a button that runs an action when clicked. */
export function button(text, action, className) {
  const result = element('button', text, className)
  result.type = 'button'
  result.addEventListener('click', action)
  return result
}

/** Creates an SVG element and appends it to a parent. */
export function shape(name, attributes = {}, parent = null) {
  const result = document.createElementNS(space, name)
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value)
  parent?.append(result)
  return result
}

/** Sets the text of an element if it differs; avoids unnecessary layout. */
export function say(place, text) { if (place.textContent !== text) place.textContent = text }
