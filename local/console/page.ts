import { escapeHtml, htmlPage } from '../http/html.ts'

// Runs in the browser. Texts are set as text, never as HTML: deliveries hold what editors wrote.
const SCRIPT = `
const $ = (id) => document.getElementById(id)
const call = async (path, method = 'GET', body) => {
  const response = await fetch('/_control/' + path, { method, body: body && JSON.stringify(body),
    headers: body ? { 'content-type': 'application/json' } : {} })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}
const say = (text) => { $('said').textContent = text }
const attempt = (work, done) => work().then(() => { say(done); return show() }, (error) => say(error.message))
const number = (id) => $(id).value === '' ? undefined : Number($(id).value)
const row = (...cells) => {
  const tr = document.createElement('tr')
  for (const cell of cells) { const td = document.createElement('td'); td.append(cell); tr.append(td) }
  return tr
}
const show = async () => {
  const { faults } = await call('faults')
  $('faults').textContent = faults.length === 0 ? 'Everything answers normally.' : faults.map((f) => f.vendor + ': '
    + [f.status && 'status ' + f.status, f.delayMs && f.delayMs + ' ms late', f.count ? f.count + ' more' : 'until cleared']
      .filter(Boolean).join(', ')).join('; ')
  const { deliveries } = await call('webhooks')
  $('deliveries').replaceChildren(...deliveries.slice(0, 20).map((d) => {
    const button = document.createElement('button')
    button.textContent = 'Send again'
    button.addEventListener('click', () => attempt(() => call('webhooks', 'POST', { replay: d.id }), 'Sent again.'))
    return row(d.createdAt, d.hookName, d.operation + ' ' + d.documentId, d.status, button)
  }))
  $('none').hidden = deliveries.length > 0
}
$('fault').addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(() => call('faults', 'POST',
    { vendor: 'sanity', status: number('status'), count: number('count'), delayMs: number('delay') }), 'Fault set.')
})
$('clear').addEventListener('click', () => attempt(() => call('faults', 'DELETE'), 'Faults cleared.'))
$('reset').addEventListener('click', () => {
  if (confirm('Delete all content of the local content lake? Tokens and webhooks stay.'))
    attempt(() => call('reset', 'POST'), 'The content lake is empty.')
})
show().catch((error) => say(error.message))
`

/** The console's page: what runs where, and the switches of the control API. */
export function consolePage(addresses: { name: string; url: string; about: string }[]): Promise<Response> {
  const rows = addresses
    .map(
      ({ name, url, about }) =>
        `<tr><th scope="row">${escapeHtml(name)}</th><td><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></td><td>${escapeHtml(about)}</td></tr>`,
    )
    .join('')
  return htmlPage({
    title: 'Local cloud',
    script: SCRIPT,
    body: `<h1>Local cloud</h1>
      <p class="soft">It answers in place of the vendors' services, for this machine only.</p>
      <h2>What runs where</h2><table><tbody>${rows}</tbody></table>
      <p role="status" id="said" class="soft"></p>
      <h2>Make Sanity fail</h2>
      <p id="faults"></p>
      <form id="fault"><fieldset><legend>New fault</legend>
        <label>HTTP status <input id="status" type="number" min="400" max="599" placeholder="500"></label>
        <label>How often <input id="count" type="number" min="1" placeholder="always"></label>
        <label>Delay (ms) <input id="delay" type="number" min="0" placeholder="0"></label>
        <button>Set</button> <button type="button" id="clear">Clear</button></fieldset></form>
      <h2>Webhook deliveries</h2>
      <p id="none" class="soft">Nothing has been sent yet.</p>
      <table aria-label="Webhook deliveries"><tbody id="deliveries"></tbody></table>
      <h2>Start over</h2>
      <p><button id="reset">Empty the content lake</button></p>`,
  })
}
