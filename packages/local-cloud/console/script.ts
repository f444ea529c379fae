/**
 * What the console's page does in the browser. Texts are set as text, never as HTML: deliveries hold what editors
 * wrote. It asks again every few seconds while somebody looks.
 */
export const CONSOLE_SCRIPT = `
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
const make = (tag, ...content) => { const element = document.createElement(tag); element.append(...content); return element }
const row = (...cells) => make('tr', ...cells.map((cell) => make('td', cell)))
const button = (text, act) => {
  const element = make('button', text)
  element.type = 'button'
  element.addEventListener('click', act)
  return element
}
const count = (value, name) => { const item = make('li', make('b', String(value)), name); return item }
const showCounts = (status) => {
  const items = status.datasets.map(({ name, documents }) => count(documents, 'documents in ' + name))
  const streams = Object.values(status.streams).reduce((sum, value) => sum + (Number(value) || 0), 0)
  $('counts').replaceChildren(count(status.mails, 'messages in the inbox'), count(status.customers, 'customers'),
    count(status.subscriptions, 'subscriptions'), count(streams, 'open streams'), ...items)
  $('types').replaceChildren(...status.datasets.flatMap(({ types }) =>
    Object.entries(types).map(([type, amount]) => count(amount, type))))
}
const wrong = (f) => [f.status && 'status ' + f.status, f.lose && 'the ' + f.lose + ' is lost', f.blank && 'without ' + f.blank,
  f.delayMs && f.delayMs + ' ms late', f.count ? f.count + ' more' : 'until cleared'].filter(Boolean).join(', ')
const showFaults = ({ faults }) => {
  $('normal').hidden = faults.length > 0
  $('faults').replaceChildren(...faults.map((f) => row(f.vendor, wrong(f), button('End', () =>
    attempt(() => call('faults', 'POST', { vendor: f.vendor, clear: true }), f.vendor + ' answers normally again.')))))
  $('faultlist').hidden = faults.length === 0
}
const showWebhooks = ({ deliveries, disturbance }) => {
  const parts = [disturbance.drop && 'the next ' + disturbance.drop + ' get lost',
    disturbance.delayMs && 'each is ' + disturbance.delayMs + ' ms late', disturbance.duplicate && 'each is sent twice']
  $('disturbed').textContent = parts.some(Boolean) ? 'At present: ' + parts.filter(Boolean).join('; ') + '.'
    : 'Deliveries go out normally.'
  $('deliveries').replaceChildren(...deliveries.slice(0, 20).map((d) => {
    const last = d.attempts[0]
    const answer = last ? (last.resultCode ? 'answered ' + last.resultCode : last.failureReason || '') : ''
    return row(new Date(d.createdAt).toLocaleTimeString(), d.hookName, d.operation + ' ' + d.documentId,
      d.status + (answer ? ', ' + answer : ''), button('Send again', () =>
        attempt(() => call('webhooks', 'POST', { replay: d.id }), 'Sent again.')))
  }))
  $('none').hidden = deliveries.length > 0
  $('deliverylist').hidden = deliveries.length === 0
}
const time = (text) => text ? new Date(text).toLocaleString() : 'never'
const showAccounts = ({ accounts, total }) => {
  $('accounts').replaceChildren(...accounts.map((a) => row(a.email || 'no address',
    a.confirmedAt ? time(a.confirmedAt) : 'not yet', time(a.createdAt), time(a.lastSignInAt), String(a.factors))))
  $('nobody').hidden = total > 0
  $('accountlist').hidden = total === 0
}
const show = async () => {
  const [status, faults, webhooks] = await Promise.all([call('status'), call('faults'), call('webhooks')])
  showCounts(status)
  showFaults(faults)
  // Where accounts did not start, everything else is shown all the same.
  call('accounts').then(showAccounts, (error) => { $('nobody').textContent = error.message })
  // A button must not vanish from under the one who is about to press it.
  if (!$('deliverylist').contains(document.activeElement)) showWebhooks(webhooks)
}
$('fault').addEventListener('submit', (event) => {
  event.preventDefault()
  const kind = $('kind').value
  attempt(() => call('faults', 'POST', { vendor: $('vendor').value, count: number('count'), delayMs: number('delay'),
    status: kind === 'status' ? number('status') : undefined, blank: kind === 'url' ? 'url' : undefined,
    lose: kind === 'request' || kind === 'answer' ? kind : undefined }), 'The fault is set.')
})
$('clear').addEventListener('click', () => attempt(() => call('faults', 'DELETE'), 'All vendors answer normally.'))
$('hooks').addEventListener('submit', (event) => {
  event.preventDefault()
  attempt(() => call('webhooks', 'POST', { drop: number('drop') || 0, delayMs: number('late') || 0,
    duplicate: $('twice').checked }), 'Webhooks are set.')
})
$('reset').addEventListener('click', () => {
  if (confirm('Delete all content of the local content lake? Tokens and webhooks stay.'))
    attempt(() => call('reset', 'POST'), 'The content lake is empty.')
})
const refresh = () => show().catch((error) => say(error.message))
refresh()
setInterval(() => { if (!document.hidden) refresh() }, 3000)
`
