import { PAGE_SCRIPT } from '../http/pageScript.ts'

/** The script of the console's page. It refreshes the page every three seconds while it is visible. */
export const CONSOLE_SCRIPT = `${PAGE_SCRIPT}
const number = (id) => $(id).value === '' ? undefined : Number($(id).value)
const count = (value, name) => make('li', make('b', String(value)), name)
const showCounts = (status) => {
  const items = status.datasets.map(({ name, documents }) => count(documents, 'documents in ' + name))
  const streams = Object.values(status.streams).reduce((sum, value) => sum + (Number(value) || 0), 0)
  $('counts').replaceChildren(count(status.mails, 'messages in the inbox'), count(status.customers, 'customers'),
    count(status.subscriptions, 'subscriptions'), count(streams, 'open streams'), ...items)
  if (!isInUse('types')) $('types').replaceChildren(...status.datasets.flatMap(({ types }) =>
    Object.entries(types).map(([type, amount]) => count(amount, type))))
}
const effects = (f) => [f.status && 'status ' + f.status, f.lose && 'the ' + (f.lose === 'answer' ? 'response' : 'request') + ' is lost', f.blank && 'without ' + f.blank,
  f.delayMs && f.delayMs + ' ms late', f.count ? f.count + ' more' : 'until cleared'].filter(Boolean).join(', ')
const showFaults = ({ faults }) => {
  if (isInUse('faultlist')) return
  $('normal').hidden = faults.length > 0
  fillRows('faults', faults.map((f) => row(f.vendor, effects(f), button('Clear', 'Clear the fault of ' + f.vendor, () =>
    runAction(() => call('faults', 'POST', { vendor: f.vendor, clear: true }), f.vendor + ' responds normally again.')))))
  $('faultlist').hidden = faults.length === 0
}
const showWebhooks = ({ deliveries, disturbance }) => {
  if (isInUse('deliverylist')) return
  const parts = [disturbance.drop && 'the next ' + disturbance.drop + ' are lost',
    disturbance.delayMs && 'each is ' + disturbance.delayMs + ' ms late', disturbance.duplicate && 'each is sent twice']
  $('disturbed').textContent = parts.some(Boolean) ? 'At present: ' + parts.filter(Boolean).join('; ') + '.'
    : 'Deliveries have no failures.'
  fillRows('deliveries', deliveries.slice(0, 20).map((d) => {
    const last = d.attempts[0]
    const result = last ? last.resultCode || last.failureReason || '' : ''
    return row(new Date(d.createdAt).toLocaleTimeString(), d.hookName, d.operation + ' ' + d.documentId,
      d.status + (result ? ', ' + result : ''), button('Send again', 'Send again: ' + d.documentId, () =>
        runAction(() => call('webhooks', 'POST', { replay: d.id }), 'Sent again.')))
  }))
  $('none').hidden = deliveries.length > 0
  $('deliverylist').hidden = deliveries.length === 0
}
const show = async () => {
  const [status, faults, webhooks] = await Promise.all([call('status'), call('faults'), call('webhooks')])
  showCounts(status)
  showFaults(faults)
  showWebhooks(webhooks)
}
$('fault').addEventListener('submit', (event) => {
  event.preventDefault()
  const kind = $('kind').value
  runAction(() => call('faults', 'POST', { vendor: $('vendor').value, count: number('count'), delayMs: number('delay'),
    status: kind === 'status' ? number('status') : undefined, blank: kind === 'url' ? 'url' : undefined,
    lose: kind === 'request' || kind === 'answer' ? kind : undefined }), 'The fault is set.')
})
$('clear').addEventListener('click', () => runAction(() => call('faults', 'DELETE'), 'All vendors respond normally.'))
$('hooks').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('webhooks', 'POST', { drop: number('drop') || 0, delayMs: number('late') || 0,
    duplicate: $('twice').checked }), 'Deliveries are set.')
})
$('reset').addEventListener('click', () => {
  if (confirm('Delete all content of the local Content Lake? Tokens and webhooks stay.'))
    runAction(() => call('reset', 'POST'), 'The Content Lake is empty.')
})
const refresh = () => show().catch((error) => announce(error.message))
refresh()
setInterval(() => { if (!document.hidden) refresh() }, 3000)
`
