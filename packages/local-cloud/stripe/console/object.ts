import { guardedButton, postButton, report, select } from '../../http/forms.ts'
import { escapeHtml, htmlPage } from '../../http/html.ts'
import { jsonHtml } from '../../http/jsonHtml.ts'
import { factTable } from '../../http/table.ts'
import { timeHtml } from '../../http/times.ts'
import type { ObjectStore } from '../store/objects.ts'
import { type Action, actionsFor } from './actions.ts'
import { type AnyObject, describe, objectPath, objectsNaming } from './find.ts'
import { objectTable } from './objectList.ts'

/** How many objects that name this one are shown. */
const SHOWN = 50

const BEHAVIORS = {
  void: 'Invoices are voided',
  keep_as_draft: 'Invoices stay drafts',
  mark_uncollectible: 'Invoices are written off',
}

function fieldHtml({ field }: Action): string {
  if (field === 'behavior') return select('behavior', 'Meanwhile', BEHAVIORS, 'void')
  if (field !== 'amount') return ''
  return '<label>Amount <input name="amount" inputmode="decimal" placeholder="all that is left"></label>'
}

function actionHtml(object: AnyObject, action: Action): string {
  const path = `${objectPath(object.id)}/${action.name}`
  const button = postButton({ action: path, text: action.text, inner: fieldHtml(action) })
  return action.warning ? guardedButton(`${action.text} …`, action.warning, button) : button
}

function actionsHtml(object: AnyObject): string {
  const actions = actionsFor(object)
  if (actions.length === 0) return ''
  const [plain, guarded] = [false, true].map((warns) =>
    actions
      .filter(({ warning }) => (warning !== undefined) === warns)
      .map((action) => actionHtml(object, action)),
  )
  return `<h2>Actions</h2><div class="actions">${plain?.join('')}</div>${guarded?.join('')}`
}

/** Pages that Stripe would host for an object, on the Stripe port. */
function hostedPage(object: AnyObject): string | undefined {
  const url = object.hosted_invoice_url ?? (object.object === 'checkout.session' ? object.url : undefined)
  return typeof url === 'string' && /^https?:/.test(url)
    ? `<a href="${escapeHtml(url)}">as the customer sees it</a>`
    : undefined
}

/** The page of one object: what can be done with it, its JSON, and what names it. */
export function objectPage(
  store: ObjectStore,
  object: AnyObject,
  { said, problem }: { said?: string | undefined; problem?: string | undefined } = {},
): Promise<Response> {
  const linkOf = (text: string) => (text !== object.id && store.find(text) ? objectPath(text) : undefined)
  const naming = objectsNaming(store, object.id, false, SHOWN)
  const events = objectsNaming(store, object.id, true, SHOWN)
  const { customer } = object
  return htmlPage({
    title: object.id,
    section: 'Billing',
    status: problem ? 400 : 200,
    body: `<p><a href="/billing/objects?kind=${encodeURIComponent(object.object)}">All of this kind</a></p>
      <h1 class="address">${escapeHtml(object.id)}</h1>${report(said)}${report(problem, true)}
      ${factTable('Object', {
        Kind: `<code>${escapeHtml(object.object)}</code>`,
        'What it is': escapeHtml(describe(object)),
        'Created (UTC)': typeof object.created === 'number' ? timeHtml(object.created * 1000) : undefined,
        Customer:
          typeof customer === 'string'
            ? `<a href="${escapeHtml(objectPath(customer))}">${escapeHtml(customer)}</a>`
            : undefined,
        Page: hostedPage(object),
      })}
      ${actionsHtml(object)}
      <h2>As JSON</h2>${jsonHtml(object, linkOf)}
      ${naming.length > 0 ? `<h2>What names it</h2>${objectTable('What names it', naming)}` : ''}
      ${events.length > 0 ? `<h2>Events</h2>${objectTable('Events', events)}` : ''}`,
  })
}

/** The answer for an object that is not there. */
export function missingObject(): Promise<Response> {
  return htmlPage({
    title: 'No such object',
    status: 404,
    section: 'Billing',
    body: '<h1>No such object</h1><p>The account has none with this id. <a href="/billing/objects">All objects</a></p>',
  })
}
