import { htmlPage } from '../../http/html.ts'
import { BILLING_SCRIPT } from './script.ts'

function table(id: string, label: string, columns: string[]): string {
  const heads = columns.map((column) => `<th scope="col">${column}</th>`).join('')
  return `<p id="${id}-none" class="soft">None yet.</p><div id="${id}-list" hidden>
    <table class="rows" aria-label="${label}"><thead><tr>${heads}</tr></thead><tbody id="${id}"></tbody></table></div>`
}

/** The console's page about the Stripe account: its time, what it holds, and how its deliveries fare. */
export function billingPage(): Promise<Response> {
  return htmlPage({
    title: 'Billing',
    section: 'Billing',
    script: BILLING_SCRIPT,
    body: `<h1>Billing</h1>
      <p class="soft">The Stripe account of this machine. Its Checkout offers test cards.</p>
      <p><a class="button" href="/billing/objects">All objects of the account</a></p>
      <p role="status" id="said" tabindex="-1"></p>
      <h2>Time</h2><p id="time"></p>
      <form id="clock"><fieldset><legend>Advance the time</legend>
        <label>Days <input id="days" type="number" min="0" max="730" placeholder="0"></label>
        <label>Hours <input id="hours" type="number" min="0" max="24" placeholder="0"></label>
        <button class="main">Advance</button> <button type="button" id="renewal">To the next renewal</button></fieldset></form>
      <form id="dunning"><fieldset><legend>When every retry has failed</legend>
        <label>The subscription becomes <select id="end"><option value="cancel">canceled</option>
          <option value="unpaid">unpaid</option><option value="past_due">past due, for good</option></select></label>
        <button class="main">Set</button></fieldset></form>
      <form id="finalization"><fieldset><legend>Invoices that cannot be made final</legend>
        <label>The next <input id="unfinal" type="number" min="0" max="1000" placeholder="0"></label>
        <button class="main">Set</button></fieldset></form>
      <h2>Subscriptions</h2>${table('subscriptions', 'Subscriptions', ['Customer', 'Price', 'Status', 'Period ends', 'Id'])}
      <h2>Invoices</h2>${table('invoices', 'Invoices', ['Created', 'Customer', 'Total', 'Status', 'Invoice', 'Id'])}
      <h2>Undecided payments</h2><p class="soft">Paid with Klarna in Checkout, and left to be decided later.</p>
      ${table('undecided', 'Undecided payments', ['Created', 'Customer', 'Amount', 'Session', 'Decide'])}
      <h2>Payments</h2>${table('charges', 'Payments', ['Created', 'Customer', 'Amount', 'Status', 'Id', 'Dispute'])}
      <h2>Customers</h2>${table('customers', 'Customers', ['Email', 'Name', 'Created', 'Id'])}
      <h2>Events sent to webhooks</h2><p id="disturbed"></p>
      <form id="hooks"><fieldset><legend>How they go wrong</legend>
        <label>Lose the next <input id="drop" type="number" min="0" placeholder="0"></label>
        <label>Delay (ms) <input id="late" type="number" min="0" placeholder="0"></label>
        <label class="check"><input id="twice" type="checkbox"> Send each twice</label>
        <label class="check"><input id="disorder" type="checkbox"> In disorder</label>
        <button class="main">Set</button></fieldset></form>
      ${table('deliveries', 'Events sent', ['Time', 'Event', 'About', 'Outcome', 'Again'])}
      <h2>Start over</h2><p><button id="reset" type="button">Empty the account</button></p>`,
  })
}
