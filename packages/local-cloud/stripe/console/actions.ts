import type { Filled } from '../../http/forms.ts'
import { cents } from '../engine/currency.ts'
import { invalid } from '../errors.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { isCommitted } from '../pages/form.ts'
import { parseForm } from '../params/form.ts'
import { invoiceEndpoints } from '../resources/invoices.ts'
import { paymentEndpoints } from '../resources/payments.ts'
import { subscriptionEndpoints } from '../resources/subscriptions.ts'
import type { Account } from '../work.ts'

/** An object of any kind, as it is stored. */
export type AnyObject = { id: string; object: string; [field: string]: unknown }

const ENDPOINTS: readonly Endpoint[] = [...invoiceEndpoints, ...paymentEndpoints, ...subscriptionEndpoints]

/** An action of a person at the console: a request to Stripe's API. */
export type Action = {
  name: string
  /** The text of its button. */
  text: string
  /** The kind of object. */
  kind: string
  /** Method and path, as in the endpoint. */
  endpoint: string
  params?: (object: AnyObject, filled: Filled) => Record<string, string>
  /** Whether the object is in a state for it. */
  fits: (object: AnyObject) => boolean
  /** A form field. HTML. */
  field?: string
  /** The consequence of an irreversible action. */
  warning?: string
}

const isLive = ({ status }: AnyObject) => ['active', 'past_due', 'unpaid', 'paused'].includes(String(status))

const ACTIONS: readonly Action[] = [
  {
    name: 'refund',
    text: 'Refund',
    kind: 'charge',
    endpoint: 'POST /v1/refunds',
    field: '<label>Amount <input name="amount" inputmode="decimal" placeholder="all that is left"></label>',
    fits: ({ status, refunded }) => status === 'succeeded' && refunded !== true,
    params: ({ id }, { amount = '' }): Record<string, string> => {
      if (amount.trim() === '') return { charge: id }
      const value = cents(amount)
      if (value === undefined) throw invalid(`“${amount}” is not an amount.`)
      return { charge: id, amount: String(value) }
    },
  },
  {
    name: 'pay',
    text: 'Pay',
    kind: 'invoice',
    endpoint: 'POST /v1/invoices/:id/pay',
    fits: ({ status }) => ['draft', 'open', 'uncollectible'].includes(String(status)),
  },
  {
    name: 'cancel-later',
    text: 'Cancel at the end of the period',
    kind: 'subscription',
    endpoint: 'POST /v1/subscriptions/:id',
    params: () => ({ cancel_at_period_end: 'true' }),
    fits: (object) => isLive(object) && object.cancel_at === null,
  },
  {
    name: 'cancel',
    text: 'Cancel now',
    kind: 'subscription',
    endpoint: 'DELETE /v1/subscriptions/:id',
    fits: isLive,
    warning: 'It ends at once, for good, without a refund.',
  },
]

/** The actions that an object allows now. */
export function actionsFor(object: AnyObject): Action[] {
  return ACTIONS.filter(({ kind, fits }) => kind === object.object && fits(object))
}

/** Performs an action. Throws Stripe's errors. */
export function perform(account: Account, object: AnyObject, action: Action, filled: Filled): void {
  const { store, work, wake } = account
  const endpoint = ENDPOINTS.find(({ method, path }) => `${method} ${path}` === action.endpoint)
  if (!endpoint) throw new Error(`No endpoint ${action.endpoint}`)
  const params = new URLSearchParams(action.params?.(object, filled) ?? {})
  const { run } = endpoint.prepare(parseForm(params.toString()), () => object.id)
  try {
    store.transaction(() => run(work({ id: newId('req', 14), idempotency_key: null })), isCommitted)
  } finally {
    wake()
  }
}
