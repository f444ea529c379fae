/** Makes an element outside of React, with a text that is set as text. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const created = document.createElement(tag)
  created.className = className
  created.textContent = text
  created.dir = 'auto'
  return created
}
