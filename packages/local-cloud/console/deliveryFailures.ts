/** The form for the simulated failures of a vendor's webhook deliveries, and their state. */
export const DELIVERY_FAILURES_FORM = `<p id="deliveryFailures"></p>
      <form id="hooks"><fieldset><legend>Failures</legend>
        <label>Lose the next <input id="drop" type="number" min="0" placeholder="0"></label>
        <label>Delay (ms) <input id="deliveryDelayMs" type="number" min="0" placeholder="0"></label>
        <label class="check"><input id="duplicate" type="checkbox"> Send each twice</label>
        <button class="main">Set</button></fieldset></form>`

/** Creates the form's script. The page's script must call `showDeliveryFailures` when it refreshes. */
export function createDeliveryFailuresScript(vendor: 'sanity' | 'stripe'): string {
  return `
const showDeliveryFailures = ({ disturbance }) => {
  const failures = [disturbance.drop && 'the next ' + disturbance.drop + ' are lost',
    disturbance.delayMs && 'each is ' + disturbance.delayMs + ' ms late', disturbance.duplicate && 'each is sent twice'].filter(Boolean)
  $('deliveryFailures').textContent = failures.length ? 'At present: ' + failures.join('; ') + '.' : 'Deliveries have no failures.'
}
$('hooks').addEventListener('submit', (event) => {
  event.preventDefault()
  runAction(() => call('webhooks', 'POST', { vendor: '${vendor}', drop: Number($('drop').value), delayMs: Number($('deliveryDelayMs').value),
    duplicate: $('duplicate').checked }), 'Deliveries are set.')
})
`
}
