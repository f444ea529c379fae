import type { Filled } from '../../http/forms.ts'
import { checkoutEndpoints } from '../checkout/endpoints.ts'
import { cents } from '../engine/currency.ts'
import { invalid } from '../errors.ts'
import { newId } from '../ids.ts'
import { isCommitted } from '../pages/form.ts'
import { parseForm } from '../params/form.ts'
import { invoiceEndpoints } from '../resources/invoices.ts'
import { paymentEndpoints } from '../resources/payments.ts'
import { subscriptionEndpoints } from '../resources/subscriptions.ts'
import type { Account } from '../work.ts'

/** An object of any kind, as it is stored. */
export type AnyObject = { id: string; object: string; [field: string]: unknown }

const ENDPOINTS = [...checkoutEndpoints, ...invoiceEndpoints, ...paymentEndpoints, ...subscriptionEndpoints]

/** An action of a person at the console: a request to Stripe's API. */
export type Action = {
  name: string
  /** The text of its button, and the message after it. */
  text: string
  done: string
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

const hasStatus =
  (...statuses: string[]) =>
  ({ status }: AnyObject) =>
    statuses.includes(String(status))
const isLive = hasStatus('active', 'past_due', 'unpaid', 'paused')

const ACTIONS: readonly Action[] = [
  {
    name: 'refund',
    text: 'Refund',
    done: 'The payment is refunded.',
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
    name: 'cancel-later',
    text: 'Cancel at the end of the period',
    done: 'The subscription ends with its period.',
    kind: 'subscription',
    endpoint: 'POST /v1/subscriptions/:id',
    params: () => ({ cancel_at_period_end: 'true' }),
    fits: (object) => isLive(object) && object.cancel_at === null,
  },
  {
    name: 'keep',
    text: 'Do not cancel',
    done: 'The subscription continues.',
    kind: 'subscription',
    endpoint: 'POST /v1/subscriptions/:id',
    params: () => ({ cancel_at_period_end: 'false' }),
    fits: (object) => isLive(object) && object.cancel_at !== null,
  },
  {
    name: 'cancel',
    text: 'Cancel now',
    done: 'The subscription has ended.',
    kind: 'subscription',
    endpoint: 'DELETE /v1/subscriptions/:id',
    fits: isLive,
    warning: 'It ends at once, for good, without a refund.',
  },
  {
    name: 'expire',
    text: 'Expire',
    done: 'The session has expired.',
    kind: 'checkout.session',
    endpoint: 'POST /v1/checkout/sessions/:id/expire',
    fits: hasStatus('open'),
  },
  {
    name: 'pay',
    text: 'Pay',
    done: 'The invoice is paid.',
    kind: 'invoice',
    endpoint: 'POST /v1/invoices/:id/pay',
    fits: hasStatus('draft', 'open', 'uncollectible'),
  },
  {
    name: 'void',
    text: 'Void',
    done: 'The invoice is void.',
    kind: 'invoice',
    endpoint: 'POST /v1/invoices/:id/void',
    fits: hasStatus('open', 'uncollectible'),
    warning: 'The invoice can never be paid after that.',
  },
]

/** The actions that an object allows now. */
export function actionsFor(object: AnyObject): Action[] {
  return ACTIONS.filter(({ kind, fits }) => kind === object.object && fits(object))
}

/** The message after an action. */
export function doneText(name: string | undefined): string | undefined {
  return ACTIONS.find((action) => action.name === name)?.done
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
