/** Creates an element outside of React, with an optional text. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const created = document.createElement(tag)
  created.className = className
  created.textContent = text
  created.dir = 'auto'
  return created
}
