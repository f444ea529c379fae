/** Makes an element outside of React, with a text that is set as text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  made.dir = 'auto'
  return made
}
