import { ADDRESS_PART, SHORT } from './table.ts'

/**
 * What the scripts of the console's pages share: calls of the control API, and rows of tables. Texts are set as text, never
 * as HTML, since strangers wrote some of them.
 */
export const PAGE_SCRIPT = `
const $ = (id) => document.getElementById(id)
const call = async (path, method = 'GET', body) => {
  const response = await fetch('/_control/' + path, { method, body: body && JSON.stringify(body),
    headers: body ? { 'content-type': 'application/json' } : {} })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}
const say = (text) => { $('said').textContent = text }
let acted = false
// A control must not vanish from under the one who is about to use it.
const isInUse = (id) => !acted && $(id).contains(document.activeElement)
// Does what a control is for, says so, and asks again with the page's own show().
const attempt = (work, done) => work().then(async () => {
  say(done)
  acted = true
  await show().finally(() => { acted = false })
  // The control that was used may be gone.
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
// The same as addressHtml, also for several addresses and names beside them.
const address = (text) => make('span', ...text.split(/(?<= )/).flatMap((word) =>
  (word.length <= ${SHORT} ? [word] : word.match(${ADDRESS_PART})).flatMap((text) => {
    const piece = make('span', text)
    piece.classList.toggle('short', text.length <= ${SHORT})
    return [piece, make('wbr')]
  })))
// In a narrow window each value stands behind its column's name.
const fillRows = (id, rows) => {
  const names = [...$(id).closest('table').tHead.rows[0].cells].map((head) => head.textContent)
  for (const { cells } of rows) [...cells].forEach((cell, index) => {
    cell.dataset.label = names[index]
    cell.classList.toggle('short', cell.textContent.length <= ${SHORT})
  })
  $(id).replaceChildren(...rows)
}
`
