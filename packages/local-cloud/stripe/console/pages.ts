import { Hono } from 'hono'
import type { CloudEnvironment } from '../../http/context.ts'
import { filledIn, guardedButton, postButton, report } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { jsonHtml } from '../../http/jsonHtml.ts'
import { factTable, rowTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import { StripeProblem } from '../errors.ts'
import type { ObjectStore } from '../store/objects.ts'
import type { Json } from '../types.ts'
import type { Account } from '../work.ts'
import { type Action, type AnyObject, actionsFor, perform } from './actions.ts'
import { BILLING_SCRIPT } from './script.ts'

/** How many objects a list shows. */
const SHOWN = 100

const objectPath = (id: string) => `/billing/objects/${encodeURIComponent(id)}`

function scriptTable(id: string, label: string, columns: string[]): string {
  const heads = columns.map((column) => `<th scope="col">${column}</th>`).join('')
  return `<h2>${label}</h2><p id="${id}-none" class="soft">None yet.</p><div id="${id}-list" hidden>
    <table class="rows" aria-label="${label}"><thead><tr>${heads}</tr></thead><tbody id="${id}"></tbody></table></div>`
}

/** The account: its time, subscriptions and payments, and its deliveries. */
function billingPage(): Promise<Response> {
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
      ${scriptTable('subscriptions', 'Subscriptions', ['Customer', 'Price', 'Status', 'Period ends', 'Id'])}
      ${scriptTable('invoices', 'Invoices', ['Created', 'Customer', 'Total', 'Status', 'Invoice', 'Id'])}
      ${scriptTable('undecided', 'Undecided payments', ['Created', 'Customer', 'Amount', 'Session', 'Decide'])}
      ${scriptTable('charges', 'Payments', ['Created', 'Customer', 'Amount', 'Status', 'Id', 'Dispute'])}
      <h2>Webhooks</h2><p id="disturbed"></p>
      <form id="hooks"><fieldset><legend>Failures</legend>
        <label>Lose the next <input id="drop" type="number" min="0" placeholder="0"></label>
        <label>Delay (ms) <input id="late" type="number" min="0" placeholder="0"></label>
        <label class="check"><input id="twice" type="checkbox"> Send each twice</label>
        <label class="check"><input id="disorder" type="checkbox"> Reorder</label>
        <button class="main">Set</button></fieldset></form>
      ${scriptTable('deliveries', 'Deliveries', ['Time', 'Event', 'Object', 'Outcome', 'Again'])}
      <h2>Start over</h2><p><button id="reset" type="button">Empty the account</button></p>`,
  })
}

/** The newest objects that match a condition of SQL. */
function select(store: ObjectStore, condition: string, ...values: string[]): AnyObject[] {
  return store
    .prepare(
      `select body from objects where deleted = 0 and ${condition} order by position desc limit ${SHOWN}`,
    )
    .all(...values)
    .map(({ body }) => JSON.parse(String(body)))
}

function objectTable(label: string, objects: AnyObject[]): string {
  const rows = objects.map(({ id, object, created, type, status }) => [
    typeof created === 'number' ? timeHtml(created * 1000) : '',
    escapeHtml(object),
    `<a href="${escapeHtml(objectPath(id))}">${escapeHtml(id)}</a>`,
    escapeHtml(String(object === 'event' ? type : (status ?? ''))),
  ])
  return rowTable({ label, columns: ['Created (UTC)', 'Kind', 'Id', 'Status'], rows })
}

/** The newest objects of the account, of one kind or all. */
function objectsPage(store: ObjectStore, kind: string): Promise<Response> {
  const kinds = store.prepare('select distinct kind from objects where deleted = 0 order by kind').all()
  const links = kinds.map(({ kind: name }) => `<a href="?kind=${name}">${escapeHtml(String(name))}</a>`)
  const objects = kind === '' ? select(store, '1') : select(store, 'kind = ?', kind)
  return htmlPage({
    title: 'Objects of the account',
    section: 'Billing',
    body: `<p><a href="/billing">Billing</a></p><h1>Objects of the account</h1>
      <p>${links.join(' · ')}</p><p class="soft">The newest ${SHOWN}.</p>${objectTable('Objects', objects)}`,
  })
}

function actionHtml({ id }: AnyObject, { name, text, warning, field = '' }: Action): string {
  const button = postButton({ action: `${objectPath(id)}/${name}`, text, inner: field })
  return warning ? guardedButton(`${text} …`, warning, button) : button
}

/** An object: its actions, its JSON, and the objects and events that refer to it. */
function objectPage(
  store: ObjectStore,
  object: AnyObject,
  { done, problem }: { done?: string | undefined; problem?: string } = {},
): Promise<Response> {
  const { id, object: kind, created, hosted_invoice_url: hosted } = object
  const linkOf = (text: string) => (text !== id && store.find(text) ? objectPath(text) : undefined)
  const naming = (operator: '=' | '<>') =>
    select(store, `id <> ? and kind ${operator} 'event' and instr(body, ?) > 0`, id, JSON.stringify(id))
  const facts = {
    Kind: escapeHtml(kind),
    'Created (UTC)': typeof created === 'number' ? timeHtml(created * 1000) : undefined,
    Page:
      typeof hosted === 'string' ? `<a href="${escapeHtml(hosted)}">as the customer sees it</a>` : undefined,
  }
  const actions = actionsFor(object).map((action) => actionHtml(object, action))
  return htmlPage({
    title: id,
    section: 'Billing',
    status: problem ? 400 : 200,
    body: `<p><a href="/billing/objects?kind=${encodeURIComponent(kind)}">All of this kind</a></p>
      <h1 class="address">${escapeHtml(id)}</h1>${report(done)}${report(problem, true)}
      ${factTable('Object', facts)}<div class="actions">${actions.join('')}</div>
      <h2>As JSON</h2>${jsonHtml(object, linkOf)}
      <h2>References</h2>${objectTable('References', naming('<>'))}
      <h2>Events</h2>${objectTable('Events', naming('='))}`,
  })
}

/** The pages about the account. The console's application refuses posts of other origins. */
export function billingPages(account: Account): Hono<CloudEnvironment> {
  const { store } = account
  const pages = new Hono<CloudEnvironment>()
  const find = (id: string): AnyObject | undefined => {
    const found: (Json & AnyObject) | undefined = store.find(id)
    return found
  }
  const missing = () =>
    htmlPage({
      title: 'No such object',
      status: 404,
      section: 'Billing',
      body: '<h1>No such object</h1><p><a href="/billing/objects">All objects</a></p>',
    })
  pages.get('/billing', () => billingPage())
  pages.get('/billing/objects', (c) => objectsPage(store, c.req.query('kind') ?? ''))
  pages.get('/billing/objects/:id', (c) => {
    const object = find(c.req.param('id'))
    return object
      ? objectPage(store, object, { done: c.req.query('done') === undefined ? undefined : 'Done.' })
      : missing()
  })
  pages.post('/billing/objects/:id/:action', async (c) => {
    const object = find(c.req.param('id'))
    if (!object) return missing()
    const action = actionsFor(object).find(({ name }) => name === c.req.param('action'))
    if (!action)
      return objectPage(store, object, { problem: 'The object is not in a state for this action.' })
    try {
      perform(account, object, action, await filledIn(c))
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      return objectPage(store, find(object.id) ?? object, { problem: error.message })
    }
    return c.redirect(`${objectPath(object.id)}?done`, 303)
  })
  return pages
}
