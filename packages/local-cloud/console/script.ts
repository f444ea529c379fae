import { PAGE_SCRIPT } from '../http/pageScript.ts'
import { createDeliveryFailuresScript } from './deliveryFailures.ts'

/** The script of the console's page. It refreshes a visible page every three seconds. */
export const CONSOLE_SCRIPT = `${PAGE_SCRIPT}${createDeliveryFailuresScript('sanity')}
const readNumber = (id) => $(id).value === '' ? undefined : Number($(id).value)
const countItem = (count, name) => make('li', make('b', String(count)), name)
const showCounts = (status) => {
  const datasetItems = status.datasets.map(({ name, documents }) => countItem(documents, 'documents in ' + name))
  const streamCount = Object.values(status.streams).reduce((sum, value) => sum + (Number(value) || 0), 0)
  $('counts').replaceChildren(countItem(status.mails, 'messages in the inbox'), countItem(status.customers, 'customers'),
    countItem(status.subscriptions, 'subscriptions'), countItem(streamCount, 'open streams'), ...datasetItems)
  if (!isInUse('types')) $('types').replaceChildren(...status.datasets.flatMap(({ types }) =>
    Object.entries(types).map(([type, count]) => countItem(count, type))))
}
const describeEffects = ({ status, lose, blank, delayMs, delayAnswerMs, count }) => [status && 'status ' + status,
  lose && 'the ' + (lose === 'answer' ? 'response' : 'request') + ' is lost', blank && blank + ' is null',
  delayMs && delayMs + ' ms late', delayAnswerMs && 'responses ' + delayAnswerMs + ' ms late', count ? count + ' more' : 'until cleared'].filter(Boolean).join(', ')
const showFaults = ({ faults }) => {
  if (isInUse('faultlist')) return
  $('noFaults').hidden = faults.length > 0
  fillRows('faults', faults.map((fault) => row(fault.vendor, describeEffects(fault),
    button('Clear', 'Clear the fault of ' + fault.vendor, () =>
      runAction(() => call('faults', 'POST', { vendor: fault.vendor, clear: true }), fault.vendor + ' responds normally again.')))))
  $('faultlist').hidden = faults.length === 0
}
const showDeliveries = ({ deliveries }) => {
  if (isInUse('deliverylist')) return
  fillRows('deliveries', deliveries.slice(0, 20).map(({ id, attempts, createdAt, hookName, operation, documentId, status }) => {
    const [latestAttempt] = attempts
    const result = latestAttempt ? latestAttempt.resultCode || latestAttempt.failureReason || '' : ''
    return row(new Date(createdAt).toLocaleTimeString(), hookName, operation + ' ' + documentId,
      status + (result ? ', ' + result : ''), button('Send again', 'Send again: ' + documentId, () =>
        runAction(() => call('webhooks', 'POST', { replay: id }), 'Sent again.')))
  }))
  $('none').hidden = deliveries.length > 0
  $('deliverylist').hidden = deliveries.length === 0
}
const show = async () => {
  const [status, faults, webhooks] = await Promise.all([call('status'), call('faults'), call('webhooks')])
  showCounts(status)
  showFaults(faults)
  showDeliveryFailures(webhooks)
  showDeliveries(webhooks)
}
$('fault').addEventListener('submit', (event) => {
  event.preventDefault()
  const kind = $('kind').value
  runAction(() => call('faults', 'POST', { vendor: $('vendor').value, count: readNumber('count'), delayMs: readNumber('delay'),
    status: kind === 'status' ? readNumber('status') : undefined, blank: kind === 'url' ? 'url' : undefined,
    lose: kind === 'request' || kind === 'answer' ? kind : undefined }), 'The fault is set.')
})
$('clear').addEventListener('click', () => runAction(() => call('faults', 'DELETE'), 'All vendors respond normally.'))
$('reset').addEventListener('click', () => {
  if (confirm('Delete all content of the local Content Lake? Tokens and webhooks stay.'))
    runAction(() => call('reset', 'POST'), 'The Content Lake is empty.')
})
refreshEvery(3000)
`
