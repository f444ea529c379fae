import { SHORT } from './table.ts'

/**
 * Functions for the scripts of the console's pages: calls of the control API, and rows of tables. Texts are set as
 * text, never as HTML, since anyone may have written them.
 */
export const PAGE_SCRIPT = `
const $ = (id) => document.getElementById(id)
const call = async (path, method = 'GET', body) => {
  const response = await fetch('/_control/' + path, { method, body: body && JSON.stringify(body),
    headers: body ? { 'content-type': 'application/json' } : {} })
  const result = await response.json()
  if (!response.ok) throw new Error(result.message)
  return result
}
const say = (text) => { $('said').textContent = text }
let acted = false
// A control must not be replaced while it has the focus.
const isInUse = (id) => !acted && $(id).contains(document.activeElement)
// Performs an action, reports it, and refreshes the page with its own show().
const attempt = (work, done) => work().then(async () => {
  say(done)
  acted = true
  await show().finally(() => { acted = false })
  // The control that was used may have been removed.
  const focused = document.activeElement
  if (focused === document.body || !focused.checkVisibility()) $('said').focus()
}, (error) => say(error.message))
const make = (tag, ...content) => { const element = document.createElement(tag); element.append(...content); return element }
const row = (...cells) => make('tr', ...cells.map((cell) => make('td', cell ?? '')))
const link = (text, href) => { const element = make('a', text); element.href = href; return element }
const button = (text, label, act) => {
  const element = make('button', text)
  element.type = 'button'
  element.setAttribute('aria-label', label)
  element.addEventListener('click', act)
  return element
}
// In a narrow window each cell follows its column's name.
const fillRows = (id, rows) => {
  const names = [...$(id).closest('table').tHead.rows[0].cells].map((head) => head.textContent)
  for (const { cells } of rows) [...cells].forEach((cell, index) => {
    cell.dataset.label = names[index]
    cell.classList.toggle('short', cell.textContent.length <= ${SHORT})
  })
  $(id).replaceChildren(...rows)
}
`
