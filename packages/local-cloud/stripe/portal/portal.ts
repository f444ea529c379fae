import { attachToCustomer, type Card, createCard } from '../engine/paymentMethods.ts'
import type { Subscription } from '../engine/subscriptionStatus.ts'
import { defineEndpoint, defineList, type Endpoint } from '../http/endpoint.ts'
import { createId, nullFields } from '../ids.ts'
import type { Operation } from '../operation.ts'
import { mergeMetadata, metadata } from '../params/commonFields.ts'
import { flag, listOf, object, oneOf, required, text, type Values } from '../params/fields.ts'
import { getItem, type Objects } from '../types.ts'

export type PortalSession = Objects['billing_portal.session']

/** Creates a portal session for a customer. */
export function createPortalSession(
  operation: Operation,
  params: { configuration: string; customer: string; return_url: string | null },
): PortalSession {
  const id = createId('bps', 24)
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: operation.now(),
    livemode: false,
    url: `${operation.pagesOrigin}/p/session/${id}`,
    ...nullFields('customer_account flow locale on_behalf_of'),
    ...params,
  }
  return operation.save(session, 'billing_portal.session.created')
}

type Configuration = Objects['billing_portal.configuration']

/** Fields for features that the local portal always has, or never has. */
const alwaysEnabled = object({ enabled: required(oneOf(['true'])) })
const alwaysDisabled = object({ enabled: required(oneOf(['false'])) })

const features = object({
  customer_update: object({
    enabled: required(flag()),
    allowed_updates: listOf(oneOf(['address', 'name', 'phone', 'tax_id']), 4),
  }),
  invoice_history: alwaysEnabled,
  payment_method_update: alwaysEnabled,
  subscription_cancel: object({
    enabled: required(flag()),
    mode: oneOf(['at_period_end', 'immediately']),
    cancellation_reason: object({
      enabled: required(flag()),
      options: listOf(oneOf(['too_expensive', 'unused', 'switched_service', 'other']), 4),
    }),
  }),
  subscription_pause: alwaysDisabled,
  subscription_update: alwaysDisabled,
})

const fields = { features, login_page: object({ enabled: required(flag()) }), metadata }

const DEFAULT_FEATURES: Configuration['features'] = {
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

function applyChange(
  operation: Operation,
  before: Configuration,
  params: Values<typeof fields>,
): Configuration {
  const { subscription_cancel, customer_update } = before.features
  const {
    enabled = subscription_cancel.enabled,
    mode = subscription_cancel.mode,
    cancellation_reason = {},
  } = params.features?.subscription_cancel ?? {}
  const { enabled: hasLoginPage } = params.login_page ?? before.login_page
  return {
    ...before,
    features: {
      ...before.features,
      customer_update: { ...customer_update, ...params.features?.customer_update },
      subscription_cancel: {
        ...subscription_cancel,
        enabled,
        mode,
        cancellation_reason: { ...subscription_cancel.cancellation_reason, ...cancellation_reason },
      },
    },
    // The login page has a URL only while it is enabled.
    login_page: {
      enabled: hasLoginPage,
      url: hasLoginPage ? `${operation.pagesOrigin}/p/login/${before.id}` : null,
    },
    metadata: mergeMetadata(before.metadata, params.metadata),
    updated: operation.now(),
  }
}

const root = '/v1/billing_portal/configurations'

/** `/v1/billing_portal/sessions` and `/v1/billing_portal/configurations`. */
export const portalEndpoints: Endpoint[] = [
  defineEndpoint(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: required(text()), configuration: required(text()), return_url: text() },
    ({ operation, params: { customer, configuration, return_url = null } }) => {
      operation.getOrThrow('customer', customer, 'customer')
      operation.getOrThrow('billing_portal.configuration', configuration, 'configuration')
      return createPortalSession(operation, { configuration, customer, return_url })
    },
  ),
  defineEndpoint('POST', root, { ...fields, features: required(features) }, ({ operation, params }) => {
    const defaults: Configuration = {
      id: createId('bpc', 24),
      object: 'billing_portal.configuration',
      active: true,
      business_profile: nullFields('headline privacy_policy_url terms_of_service_url'),
      created: operation.now(),
      features: DEFAULT_FEATURES,
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      updated: operation.now(),
      ...nullFields('application default_return_url name'),
    }
    const created = applyChange(operation, defaults, params)
    return operation.save(created, 'billing_portal.configuration.created')
  }),
  defineEndpoint('POST', `${root}/:id`, fields, ({ operation, params, id }) => {
    const updated = applyChange(operation, operation.getOrThrow('billing_portal.configuration', id), params)
    return operation.save(updated, 'billing_portal.configuration.updated')
  }),
  defineList(root, 'billing_portal.configuration', { active: flag() }),
]

/** Lists the customer's subscriptions that the portal shows. */
export function listVisibleSubscriptions(operation: Operation, customer: string): Subscription[] {
  return operation.store
    .list('subscription', customer)
    .filter(({ status }) => !['canceled', 'incomplete_expired', 'incomplete'].includes(status))
}

/** Cancels a subscription at the end of its period. Like Stripe's portal, does not set `cancel_at_period_end`. */
export function cancelInPortal(operation: Operation, subscription: Subscription): Subscription {
  const planned: Subscription = {
    ...subscription,
    cancel_at: getItem(subscription).current_period_end,
    canceled_at: operation.now(),
    cancellation_details: {
      reason: 'cancellation_requested',
      ...nullFields('comment feedback feedback_option'),
    },
  }
  return operation.save(planned, 'customer.subscription.updated')
}

/** Reverts a scheduled cancellation. */
export function resumeInPortal(operation: Operation, subscription: Subscription): Subscription {
  const reverted: Subscription = {
    ...subscription,
    cancel_at_period_end: false,
    cancellation_details: nullFields('comment feedback feedback_option reason'),
    ...nullFields('cancel_at canceled_at'),
  }
  return operation.save(reverted, 'customer.subscription.updated')
}

/**
 * Replaces the card of a customer and of their visible subscriptions. Throws a 402 for an unknown card number or a card
 * that cannot be saved.
 */
export function changeCard(
  operation: Operation,
  customer: Objects['customer'],
  card: Card & { name: string },
): void {
  const method = createCard(operation, card, { email: customer.email, name: card.name || null })
  const default_payment_method = attachToCustomer(operation, method, customer.id).id
  const invoice_settings = { ...customer.invoice_settings, default_payment_method }
  operation.save({ ...customer, invoice_settings }, 'customer.updated')
  for (const subscription of listVisibleSubscriptions(operation, customer.id))
    operation.save({ ...subscription, default_payment_method }, 'customer.subscription.updated')
}
