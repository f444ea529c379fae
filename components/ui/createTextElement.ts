/** Creates an element without React, with an optional class and text. The text determines the element's direction. */
export function createTextElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  text = '',
) {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  element.dir = 'auto'
  return element
}
