import { attach, type Card, createCard } from '../engine/paymentMethods.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { createId, nullFields } from '../ids.ts'
import { flag, object, oneOf, required, text, type Values } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata } from '../params/shared.ts'
import { getItem, type Objects } from '../types.ts'
import type { Work } from '../work.ts'

export type PortalSession = Objects['billing_portal.session']

/** Creates a session for a customer. */
export function createPortalSession(
  work: Work,
  parts: { configuration: string; customer: string; return_url: string | null },
): PortalSession {
  const id = createId('bps', 24)
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: work.now(),
    livemode: false,
    url: `${work.pages}/p/session/${id}`,
    ...nullFields('customer_account flow locale on_behalf_of'),
    ...parts,
  }
  return work.save('billing_portal.session', session, 'billing_portal.session.created')
}

/** `/v1/billing_portal/sessions` */
export const portalSessionEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: required(text()), configuration: required(text()), return_url: text() },
    ({ work, params }) => {
      const customer = work.need('customer', params.customer, 'customer')
      const configuration = work.need('billing_portal.configuration', params.configuration, 'configuration')
      return createPortalSession(work, {
        configuration: configuration.id,
        customer: customer.id,
        return_url: params.return_url ?? null,
      })
    },
  ),
]

type Configuration = Objects['billing_portal.configuration']

/** The local portal always has these features, or never. */
const on = object({ enabled: required(oneOf(['true'])) })
const off = object({ enabled: required(oneOf(['false'])) })

const features = object({
  customer_update: off,
  invoice_history: on,
  payment_method_update: on,
  subscription_cancel: object({
    enabled: required(flag()),
    mode: oneOf(['at_period_end', 'immediately']),
  }),
  subscription_pause: off,
  subscription_update: off,
})

const fields = { features, login_page: object({ enabled: required(flag()) }), metadata }

const FEATURES: Configuration['features'] = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true, payment_method_configuration: null },
  subscription_cancel: {
    cancellation_reason: { enabled: false, feedback_options: null, options: [] },
    enabled: false,
    mode: 'at_period_end',
    proration_behavior: 'none',
  },
  subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
  subscription_update: {
    billing_cycle_anchor: null,
    default_allowed_updates: [],
    enabled: false,
    proration_behavior: 'none',
    schedule_at_period_end: { conditions: [] },
    trial_update_behavior: 'end_trial',
  },
}

function applyChange(work: Work, before: Configuration, params: Values<typeof fields>): Configuration {
  const { subscription_cancel } = params.features ?? {}
  const old = before.features
  const login = params.login_page
  return {
    ...before,
    features: {
      ...old,
      subscription_cancel: {
        ...old.subscription_cancel,
        enabled: subscription_cancel?.enabled ?? old.subscription_cancel.enabled,
        mode: subscription_cancel?.mode ?? old.subscription_cancel.mode,
      },
    },
    // The login page has a URL while it is enabled.
    login_page: login
      ? { enabled: login.enabled, url: login.enabled ? `${work.pages}/p/login/${before.id}` : null }
      : before.login_page,
    metadata: mergeMetadata(before.metadata, params.metadata),
    updated: work.now(),
  }
}

const root = '/v1/billing_portal/configurations'

/** `/v1/billing_portal/configurations` */
export const configurationEndpoints: Endpoint[] = [
  endpoint('POST', root, { ...fields, features: required(features) }, ({ work, params }) => {
    const blank: Configuration = {
      id: createId('bpc', 24),
      object: 'billing_portal.configuration',
      active: true,
      business_profile: nullFields('headline privacy_policy_url terms_of_service_url'),
      created: work.now(),
      features: FEATURES,
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      updated: work.now(),
      ...nullFields('application default_return_url name'),
    }
    const created = applyChange(work, blank, params)
    return work.save('billing_portal.configuration', created, 'billing_portal.configuration.created')
  }),
  endpoint('POST', `${root}/:id`, fields, ({ work, params, path }) => {
    const after = applyChange(work, work.need('billing_portal.configuration', path('id')), params)
    return work.save('billing_portal.configuration', after, 'billing_portal.configuration.updated')
  }),
  // Every configuration is active.
  endpoint('GET', root, { ...listFields, active: oneOf(['true']) }, ({ work, params }) =>
    work.page(root, 'billing_portal.configuration', params),
  ),
]

/** The subscriptions that the portal shows. */
export function listVisibleSubscriptions(work: Work, customer: string): Subscription[] {
  return work.store
    .all('subscription', customer)
    .filter(({ status }) => !['canceled', 'incomplete_expired', 'incomplete'].includes(status))
}

/** Cancels a subscription at the end of its period. As at Stripe, that sets only `cancel_at`. */
export function cancelInPortal(work: Work, subscription: Subscription): Subscription {
  const planned: Subscription = {
    ...subscription,
    cancel_at: getItem(subscription).current_period_end,
    canceled_at: work.now(),
    cancellation_details: {
      reason: 'cancellation_requested',
      ...nullFields('comment feedback feedback_option'),
    },
  }
  return work.save('subscription', planned, 'customer.subscription.updated')
}

/** Reverts a planned cancellation. */
export function resumeInPortal(work: Work, subscription: Subscription): Subscription {
  const reverted: Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    cancellation_details: nullFields('comment feedback feedback_option reason'),
    ...nullFields('cancel_at canceled_at'),
  }
  return work.save('subscription', reverted, 'customer.subscription.updated')
}

/** Replaces the card of a customer and of every subscription. Throws a 402 when the card is declined. */
export function changeCard(work: Work, customer: Objects['customer'], card: Card & { name: string }): void {
  const created = createCard(work, card, { email: customer.email, name: card.name || null })
  const default_payment_method = attach(work, created, customer.id).id
  const invoice_settings = { ...customer.invoice_settings, default_payment_method }
  work.save('customer', { ...customer, invoice_settings }, 'customer.updated')
  for (const subscription of listVisibleSubscriptions(work, customer.id))
    work.save('subscription', { ...subscription, default_payment_method }, 'customer.subscription.updated')
}
