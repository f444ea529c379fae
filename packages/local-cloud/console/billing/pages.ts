import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { htmlPage } from '../../http/html.ts'
import { DELIVERY_FAILURES_FORM } from '../deliveryFailures.ts'
import { BILLING_SCRIPT } from './script.ts'

function renderTable(id: string, label: string, columns: string[]): string {
  const headerCells = columns.map((column) => `<th scope="col">${column}</th>`).join('')
  return `<h2>${label}</h2><p id="${id}-none" class="soft">None yet.</p><div id="${id}-list" hidden>
    <table class="rows" aria-label="${label}"><thead><tr>${headerCells}</tr></thead><tbody id="${id}"></tbody></table></div>`
}

/** Creates the page of the Stripe account: its time, subscriptions, payments, and simulated failures of webhooks. */
export function createBillingPages(): Hono<CloudEnvironment> {
  const pages = new Hono<CloudEnvironment>()
  pages.get('/billing', () =>
    htmlPage({
      title: 'Billing',
      section: 'Billing',
      script: BILLING_SCRIPT,
      body: `<h1>Billing</h1>
      <p class="soft">The Stripe account of this machine.</p>
      <p role="status" id="announcement" tabindex="-1"></p>
      <h2>Time</h2><p id="time"></p>
      <form id="clock"><fieldset><legend>Advance the time</legend>
        <label>Days <input id="days" type="number" min="0" max="730" placeholder="0"></label>
        <label>Hours <input id="hours" type="number" min="0" max="24" placeholder="0"></label>
        <button class="main">Advance</button> <button type="button" id="renewal">To the next renewal</button></fieldset></form>
      <form id="dunning"><fieldset><legend>When every retry has failed</legend>
        <label>The subscription becomes <select id="dunningEnd"><option value="cancel">canceled</option>
          <option value="unpaid">unpaid</option><option value="past_due">past due, for good</option></select></label>
        <button class="main">Set</button></fieldset></form>
      ${renderTable('subscriptions', 'Subscriptions', ['Customer', 'Price', 'Status', 'Period ends', 'Id', 'End'])}
      ${renderTable('invoices', 'Invoices', ['Created', 'Customer', 'Total', 'Status', 'Invoice', 'Id'])}
      ${renderTable('undecided', 'Undecided payments', ['Created', 'Customer', 'Amount', 'Session', 'Decide'])}
      ${renderTable('charges', 'Payments', ['Created', 'Customer', 'Amount', 'Status', 'Id', 'Change'])}
      <h2>Webhooks</h2>${DELIVERY_FAILURES_FORM}
      <h2>Start over</h2><p><button id="reset" type="button">Empty the account</button></p>`,
    }),
  )
  return pages
}
