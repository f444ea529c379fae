import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { htmlPage } from '../../http/html.ts'
import { PAGE_SCRIPT } from '../../http/pageScript.ts'

const SCRIPT = `${PAGE_SCRIPT}
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
  isLive ? changeButton('Cancel now', 'Cancel now: ' + price + ' for ' + customer, { cancel: id }, 'The subscription is canceled.') : '')
const undecidedRow = ({ id, created, customer, amount }) => {
  const decideButton = (text, succeeds) =>
    changeButton(text, text + ': ' + amount + ' by ' + customer, { settle: id, succeeds }, 'The payment is settled.')
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
const show = async () => {
  const account = await call('billing')
  const hoursAhead = Math.round(account.offsetSeconds / 3600)
  $('time').textContent = formatTime(account.now) + (hoursAhead ? ', ' + hoursAhead + ' hours ahead of this machine' : '')
  const periodEnds = account.subscriptions.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status))
    .map(({ periodEnd }) => periodEnd)
  nextRenewalChargeAt = periodEnds.length ? Math.min(...periodEnds) + chargeDelaySeconds : undefined
  $('renewal').disabled = !nextRenewalChargeAt
  fillTable('subscriptions', account.subscriptions.map(subscriptionRow))
  fillTable('undecided', account.undecided.map(undecidedRow))
  fillTable('charges', account.charges.map(chargeRow))
}
$('clock').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('clock', 'POST', { advanceSeconds: Number($('days').value) * 86400 }), 'The time has been advanced.')
})
$('renewal').addEventListener('click', () => runAction(() => call('clock', 'POST', { to: nextRenewalChargeAt }), 'The time has been advanced to the next renewal.'))
$('reset').addEventListener('click', () => {
  if (confirm('Delete all customers, subscriptions and payments of the local account? Webhook endpoints are kept.'))
    runAction(() => call('reset', 'POST', { vendor: 'stripe' }), 'The account is empty.')
})
refreshEvery(3000)
`

function renderTable(id: string, label: string, columns: string[]): string {
  const headerCells = columns.map((column) => `<th scope="col">${column}</th>`).join('')
  return `<h2>${label}</h2><p id="${id}-none" class="soft">None yet.</p><div id="${id}-list" hidden>
    <table aria-label="${label}"><thead><tr>${headerCells}</tr></thead><tbody id="${id}"></tbody></table></div>`
}

/** Creates the page of the Stripe account: its time, subscriptions and payments. */
export function createBillingPages(): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  pages.get('/billing', () =>
    htmlPage({
      title: 'Billing',
      section: 'Billing',
      script: SCRIPT,
      body: `<h1>Billing</h1>
      <p class="soft">This machine's Stripe account.</p>
      <p role="status" id="announcement" tabindex="-1"></p>
      <h2>Time</h2><p id="time"></p>
      <form id="clock"><fieldset><legend>Advance the time</legend>
        <label>Days <input id="days" type="number" min="0" max="730" placeholder="0"></label>
        <button class="main">Advance</button> <button type="button" id="renewal">Advance to the next renewal</button></fieldset></form>
      ${renderTable('subscriptions', 'Subscriptions', ['Customer', 'Price', 'Status', 'Period ends', 'Id', 'End'])}
      ${renderTable('undecided', 'Pending payments', ['Created', 'Customer', 'Amount', 'Session', 'Result'])}
      ${renderTable('charges', 'Payments', ['Created', 'Customer', 'Amount', 'Status', 'Id', 'Change'])}
      <h2>Start over</h2><p><button id="reset" type="button">Empty the account</button></p>`,
    }),
  )
  return pages
}
