import { PAGE_SCRIPT } from '../../http/pageScript.ts'

/** The script of the billing page. */
export const BILLING_SCRIPT = `${PAGE_SCRIPT}
const number = (id) => Number($(id).value) || 0
const time = (seconds) => seconds ? new Date(seconds * 1000).toLocaleString() : ''
const act = (text, label, change, done) => button(text, label, () => runAction(() => call('billing', 'POST', change), done))
const fill = (id, rows) => {
  if (isInUse(id + '-list')) return
  fillRows(id, rows)
  $(id + '-none').hidden = rows.length > 0
  $(id + '-list').hidden = rows.length === 0
}
let renewal
const showAccount = (account) => {
  const ahead = Math.round(account.offsetSeconds / 3600)
  $('time').textContent = time(account.now) + (ahead ? ', ' + ahead + ' hours ahead of this machine' : '')
  if (document.activeElement !== $('end')) $('end').value = account.dunningEnd
  const ends = account.subscriptions.filter((s) => ['active', 'trialing', 'past_due'].includes(s.status)).map((s) => s.periodEnd)
  renewal = ends.length ? Math.min(...ends) + 3660 : undefined
  $('renewal').disabled = !renewal
  fill('subscriptions', account.subscriptions.map((s) => row(s.customer, s.price,
    s.status + (s.cancelAt && s.status !== 'canceled' ? ', ends ' + time(s.cancelAt) : ''), time(s.periodEnd), s.id,
    s.isLive ? act('Cancel now', 'Cancel now: ' + s.price + ' of ' + s.customer, { cancel: s.id }, 'The subscription is canceled.') : '')))
  fill('invoices', account.invoices.map((i) => row(time(i.created), i.customer, i.total, i.status,
    i.page ? link(i.number || 'Page', i.page) : '', i.id)))
  fill('undecided', account.undecided.map((u) => {
    const decide = (text, succeeds) =>
      act(text, text + ': ' + u.amount + ' by ' + u.customer, { settle: u.id, succeeds }, 'The payment is decided.')
    return row(time(u.created), u.customer, u.amount, u.id, make('span', decide('Succeeds', true), ' ', decide('Fails', false)))
  }))
  fill('charges', account.charges.map((c) => {
    const payment = ' the payment of ' + c.amount + ' by ' + c.customer
    return row(time(c.created), c.customer, c.amount, c.status, c.id, c.status === 'succeeded' ? make('span',
      act('Refund', 'Refund' + payment, { refund: c.id }, 'The payment is refunded.'), ' ',
      act('Dispute', 'Dispute' + payment, { dispute: c.id }, 'The payment is disputed.')) : '')
  }))
}
const showWebhooks = ({ disturbance, pending }) => {
  const parts = [disturbance.drop && 'the next ' + disturbance.drop + ' are lost',
    disturbance.delayMs && 'each is ' + disturbance.delayMs + ' ms late', disturbance.duplicate && 'each is sent twice',
    disturbance.reorder && 'they are reordered'].filter(Boolean)
  $('disturbed').textContent = (parts.length ? 'At present: ' + parts.join('; ') + '.' : 'Deliveries have no failures.')
    + ' Pending: ' + pending + '.'
}
const show = async () => {
  const [account, webhooks] = await Promise.all([call('billing'), call('webhooks?vendor=stripe')])
  showAccount(account)
  showWebhooks(webhooks)
}
$('clock').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('clock', 'POST', { advanceSeconds: (number('days') * 24 + number('hours')) * 3600 }), 'The time has been advanced.')
})
$('renewal').addEventListener('click', () => runAction(() => call('clock', 'POST', { to: renewal }), 'The time is that of the next renewal.'))
$('dunning').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('billing', 'POST', { dunningEnd: $('end').value }), 'The rule is set.')
})
$('hooks').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('webhooks', 'POST', { vendor: 'stripe', drop: number('drop'), delayMs: number('late'),
    duplicate: $('twice').checked, reorder: $('disorder').checked }), 'Deliveries are set.')
})
$('reset').addEventListener('click', () => {
  if (confirm('Delete all customers, subscriptions and payments of the local account? Webhook endpoints stay.'))
    runAction(() => call('reset', 'POST', { vendor: 'stripe' }), 'The account is empty.')
})
const refresh = () => show().catch((error) => announce(error.message))
refresh()
setInterval(() => { if (!document.hidden) refresh() }, 3000)
`
