import { HttpError } from '../../http/errors.ts'
import type { Filled } from '../../http/forms.ts'
import { checkoutEndpoints } from '../checkout/endpoints.ts'
import { smallestUnits } from '../engine/currency.ts'
import { StripeProblem } from '../errors.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { parseForm } from '../params/form.ts'
import { invoiceEndpoints } from '../resources/invoices.ts'
import { paymentEndpoints } from '../resources/payments.ts'
import { subscriptionChangeEndpoints } from '../resources/subscriptionChange.ts'
import { subscriptionEndpoints } from '../resources/subscriptions.ts'
import type { Account } from '../work.ts'
import type { AnyObject } from './find.ts'

const ENDPOINTS: Endpoint[] = [
  ...checkoutEndpoints,
  ...invoiceEndpoints,
  ...paymentEndpoints,
  ...subscriptionChangeEndpoints,
  ...subscriptionEndpoints,
]

/** Something that can be done with an object by hand: a call of Stripe's API. */
export type Action = {
  name: string
  /** What its button says, and what is said once it is done. */
  text: string
  done: string
  method: Endpoint['method']
  path: string
  /** Its parameters, from the object and what was filled in. */
  params?: (object: AnyObject, filled: Filled) => Record<string, string>
  /** Whether the object is in a state for it. */
  fits: (object: AnyObject) => boolean
  /** What is asked for. */
  field?: 'amount' | 'behavior'
  /** What it does, when that cannot be taken back. */
  warning?: string
}

const isOneOf = (value: unknown, names: readonly string[]) => names.some((name) => name === value)
const isLiving = ({ status }: AnyObject) =>
  isOneOf(status, ['active', 'trialing', 'past_due', 'unpaid', 'paused'])
const isPaid = ({ status, refunded }: AnyObject) => status === 'succeeded' && refunded !== true

function refund(parameter: 'charge' | 'payment_intent'): Action {
  return {
    name: 'refund',
    text: 'Refund',
    done: 'The refund is made.',
    method: 'POST',
    path: '/v1/refunds',
    field: 'amount',
    fits: isPaid,
    params: (object, { amount = '' }) => {
      if (amount.trim() === '') return { [parameter]: object.id }
      const units = smallestUnits(amount, String(object.currency))
      if (units === undefined)
        throw new HttpError(400, `“${amount}” is no amount in ${String(object.currency)}`)
      return { [parameter]: object.id, amount: String(units) }
    },
  }
}

const subscription = '/v1/subscriptions/:id'

const ACTIONS: Record<string, readonly Action[]> = {
  charge: [refund('charge')],
  payment_intent: [
    refund('payment_intent'),
    {
      name: 'cancel',
      text: 'Cancel',
      done: 'The payment intent is canceled.',
      method: 'POST',
      path: '/v1/payment_intents/:id/cancel',
      fits: ({ status }) => !isOneOf(status, ['succeeded', 'canceled', 'processing']),
    },
  ],
  subscription: [
    {
      name: 'cancel-later',
      text: 'Cancel at the end of the period',
      done: 'It ends with the period.',
      method: 'POST',
      path: subscription,
      params: () => ({ cancel_at_period_end: 'true' }),
      fits: (object) => isLiving(object) && object.cancel_at === null,
    },
    {
      name: 'keep',
      text: 'Take the cancellation back',
      done: 'It goes on.',
      method: 'POST',
      path: subscription,
      params: () => ({ cancel_at_period_end: 'false' }),
      fits: (object) => isLiving(object) && object.cancel_at !== null,
    },
    {
      name: 'pause-collection',
      text: 'Pause payments',
      done: 'Payments are paused.',
      method: 'POST',
      path: subscription,
      field: 'behavior',
      params: (_object, { behavior = '' }) => ({ 'pause_collection[behavior]': behavior }),
      fits: (object) => isLiving(object) && object.pause_collection === null,
    },
    {
      name: 'resume-collection',
      text: 'Resume payments',
      done: 'Payments go on.',
      method: 'POST',
      path: subscription,
      params: () => ({ pause_collection: '' }),
      fits: (object) => isLiving(object) && object.pause_collection !== null,
    },
    {
      name: 'pause',
      text: 'Pause the subscription',
      done: 'The subscription is paused.',
      method: 'POST',
      path: `${subscription}/pause`,
      fits: ({ status }) => isOneOf(status, ['active', 'trialing']),
    },
    {
      name: 'resume',
      text: 'Resume the subscription',
      done: 'The subscription goes on.',
      method: 'POST',
      path: `${subscription}/resume`,
      fits: ({ status }) => status === 'paused',
    },
    {
      name: 'cancel',
      text: 'Cancel now',
      done: 'The subscription has ended.',
      method: 'DELETE',
      path: subscription,
      fits: ({ status }) => !isOneOf(status, ['canceled', 'incomplete_expired']),
      warning: 'It ends at once, for good. Nothing is given back by itself.',
    },
  ],
  'checkout.session': [
    {
      name: 'expire',
      text: 'Expire',
      done: 'The session has expired.',
      method: 'POST',
      path: '/v1/checkout/sessions/:id/expire',
      fits: ({ status }) => status === 'open',
    },
  ],
  invoice: [
    {
      name: 'finalize',
      text: 'Make final',
      done: 'The invoice is final.',
      method: 'POST',
      path: '/v1/invoices/:id/finalize',
      fits: ({ status }) => status === 'draft',
    },
    {
      name: 'pay',
      text: 'Pay',
      done: 'The invoice is paid.',
      method: 'POST',
      path: '/v1/invoices/:id/pay',
      fits: ({ status }) => isOneOf(status, ['open', 'uncollectible']),
    },
    {
      name: 'void',
      text: 'Void',
      done: 'The invoice is void.',
      method: 'POST',
      path: '/v1/invoices/:id/void',
      fits: ({ status }) => isOneOf(status, ['open', 'uncollectible']),
      warning: 'The invoice can never be paid after that.',
    },
  ],
}

/** What can be done with an object as it is now. */
export function actionsFor(object: AnyObject): Action[] {
  return (ACTIONS[object.object] ?? []).filter(({ fits }) => fits(object))
}

/** What was done by the action of this name on a kind of object, in a sentence; undefined when there is none. */
export function doneBy(kind: string, name: string | undefined): string | undefined {
  return ACTIONS[kind]?.find((action) => action.name === name)?.done
}

/**
 * Carries out an action as the API does it.
 *
 * @throws StripeProblem what Stripe would answer; HttpError (400) when what was filled in cannot be read
 */
export function perform(account: Account, object: AnyObject, action: Action, filled: Filled): void {
  const { store, work, wake } = account
  const endpoint = ENDPOINTS.find(({ method, path }) => method === action.method && path === action.path)
  if (!endpoint) throw new Error(`No endpoint ${action.method} ${action.path}`)
  const params = new URLSearchParams(action.params?.(object, filled) ?? {})
  const { run } = endpoint.prepare(parseForm(params.toString()), () => object.id)
  try {
    store.transaction(
      () => run(work({ id: newId('req', 14), idempotency_key: null })),
      (error) => error instanceof StripeProblem && error.details.keep === true,
    )
  } finally {
    wake()
  }
}
