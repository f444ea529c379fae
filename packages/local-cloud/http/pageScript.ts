/**
 * Functions that the console pages' scripts share: calls to the control API, and table rows. Values are untrusted,
 * so they are set as text, never as HTML.
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
const announce = (text) => { $('announcement').textContent = text }
let isShowingResult = false
// A focused control must not be replaced, except to show the result of its own action.
const isInUse = (id) => !isShowingResult && $(id).contains(document.activeElement)
// Performs an action and announces its result. After a success, refreshes the page with the page's own show().
const runAction = (action, successText) => action().then(async () => {
  announce(successText)
  isShowingResult = true
  await show().finally(() => { isShowingResult = false })
  // The refresh may have removed the control that was used.
  const focused = document.activeElement
  if (focused === document.body || !focused.checkVisibility()) $('announcement').focus()
}, (error) => announce(error.message))
// Shows the page's data now, and again after each interval while the page is visible.
const refreshEvery = (intervalMs) => {
  const refresh = () => show().catch((error) => announce(error.message))
  refresh()
  setInterval(() => { if (!document.hidden) refresh() }, intervalMs)
}
const make = (tag, ...content) => { const element = document.createElement(tag); element.append(...content); return element }
const row = (...cells) => make('tr', ...cells.map((cell) => make('td', cell ?? '')))
const link = (text, href) => { const element = make('a', text); element.href = href; return element }
const button = (text, label, onClick) => {
  const element = make('button', text)
  element.type = 'button'
  element.setAttribute('aria-label', label)
  element.addEventListener('click', onClick)
  return element
}
// Replaces the rows of a table's body.
const fillRows = (id, rows) => $(id).replaceChildren(...rows)
`
