import { PAGE_SCRIPT } from '../../http/pageScript.ts'
import { createDeliveryFailuresScript } from '../deliveryFailures.ts'

export const BILLING_SCRIPT = `${PAGE_SCRIPT}${createDeliveryFailuresScript('stripe')}
const readNumber = (id) => Number($(id).value) || 0
const formatTime = (seconds) => seconds ? new Date(seconds * 1000).toLocaleString() : ''
const changeButton = (text, label, change, doneMessage) =>
  button(text, label, () => runAction(() => call('billing', 'POST', change), doneMessage))
const fillTable = (id, rows) => {
  if (isInUse(id + '-list')) return
  fillRows(id, rows)
  $(id + '-none').hidden = rows.length > 0
  $(id + '-list').hidden = rows.length === 0
}
const subscriptionRow = ({ id, customer, price, status, cancelAt, periodEnd, isLive }) => row(customer, price,
  status + (cancelAt && status !== 'canceled' ? ', ends ' + formatTime(cancelAt) : ''), formatTime(periodEnd), id,
  isLive ? changeButton('Cancel now', 'Cancel now: ' + price + ' of ' + customer, { cancel: id }, 'The subscription is canceled.') : '')
const invoiceRow = ({ id, created, customer, total, status, page, number }) =>
  row(formatTime(created), customer, total, status, page ? link(number || 'Page', page) : '', id)
const undecidedRow = ({ id, created, customer, amount }) => {
  const decideButton = (text, succeeds) =>
    changeButton(text, text + ': ' + amount + ' by ' + customer, { settle: id, succeeds }, 'The payment is decided.')
  return row(formatTime(created), customer, amount, id,
    make('span', decideButton('Succeeds', true), ' ', decideButton('Fails', false)))
}
const chargeRow = ({ id, created, customer, amount, status }) => {
  const payment = ' the payment of ' + amount + ' by ' + customer
  return row(formatTime(created), customer, amount, status, id, status === 'succeeded' ? make('span',
    changeButton('Refund', 'Refund' + payment, { refund: id }, 'The payment is refunded.'), ' ',
    changeButton('Dispute', 'Dispute' + payment, { dispute: id }, 'The payment is disputed.')) : '')
}
// A renewal is charged an hour after the period ends. The additional minute is a safety margin.
const chargeDelaySeconds = 3660
let nextRenewalChargeAt
const showAccount = (account) => {
  const hoursAhead = Math.round(account.offsetSeconds / 3600)
  $('time').textContent = formatTime(account.now) + (hoursAhead ? ', ' + hoursAhead + ' hours ahead of this machine' : '')
  if (document.activeElement !== $('dunningEnd')) $('dunningEnd').value = account.dunningEnd
  const periodEnds = account.subscriptions.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))
    .map(({ periodEnd }) => periodEnd)
  nextRenewalChargeAt = periodEnds.length ? Math.min(...periodEnds) + chargeDelaySeconds : undefined
  $('renewal').disabled = !nextRenewalChargeAt
  fillTable('subscriptions', account.subscriptions.map(subscriptionRow))
  fillTable('invoices', account.invoices.map(invoiceRow))
  fillTable('undecided', account.undecided.map(undecidedRow))
  fillTable('charges', account.charges.map(chargeRow))
}
const show = async () => {
  const [account, webhooks] = await Promise.all([call('billing'), call('webhooks?vendor=stripe')])
  showAccount(account)
  showDeliveryFailures(webhooks)
  $('deliveryFailures').append(' Pending: ' + webhooks.pending + '.')
}
$('clock').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('clock', 'POST', { advanceSeconds: (readNumber('days') * 24 + readNumber('hours')) * 3600 }), 'The time has been advanced.')
})
$('renewal').addEventListener('click', () => runAction(() => call('clock', 'POST', { to: nextRenewalChargeAt }), 'The time is that of the next renewal.'))
$('dunning').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('billing', 'POST', { dunningEnd: $('dunningEnd').value }), 'The rule is set.')
})
$('reset').addEventListener('click', () => {
  if (confirm('Delete all customers, subscriptions and payments of the local account? Webhook endpoints stay.'))
    runAction(() => call('reset', 'POST', { vendor: 'stripe' }), 'The account is empty.')
})
refreshEvery(3000)
`
