import { invalid } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import { nulls } from '../nulls.ts'
import { flag, object, oneOf, required, text, type Values } from '../params/fields.ts'
import { listFields, mergeMetadata, metadata } from '../params/shared.ts'
import type { Objects } from '../types.ts'
import type { Work } from '../work.ts'

export type PortalSession = Objects['billing_portal.session']

/** How long a link into the portal works after its last use, by the machine's clock. Milliseconds. */
const LIFETIME_MS = 3600 * 1000

/** Notes the use of a link. */
export function touch(work: Work, id: string): void {
  work.store.set(`portal:${id}`, String(Date.now()))
}

/** A session whose link works. */
export function livePortalSession(work: Work, id: string): PortalSession | undefined {
  const session = work.store.get('billing_portal.session', id)
  const used = Number(work.store.setting(`portal:${id}`) ?? 0)
  return session && Date.now() - used < LIFETIME_MS ? session : undefined
}

/** Creates a session for a customer. */
export function createPortalSession(
  work: Work,
  parts: { configuration: string; customer: string; return_url: string | null },
): PortalSession {
  const id = newId('bps', 24)
  const session: PortalSession = {
    id,
    object: 'billing_portal.session',
    created: work.now(),
    livemode: false,
    url: `${work.pages}/p/session/${id}`,
    ...nulls('customer_account flow locale on_behalf_of'),
    ...parts,
  }
  touch(work, id)
  return work.save('billing_portal.session', session, 'billing_portal.session.created')
}

/** `/v1/billing_portal/sessions` */
export const portalSessionEndpoints: Endpoint[] = [
  endpoint(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: required(text()), configuration: text(), return_url: text() },
    ({ work, params }) => {
      const customer = work.need('customer', params.customer, 'customer')
      if (params.configuration === undefined) {
        throw invalid(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
        )
      }
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

/** A feature that the local portal does not have. */
const off = object({ enabled: required(oneOf(['false'])) })

const features = object({
  customer_update: off,
  invoice_history: object({ enabled: required(flag()) }),
  payment_method_update: object({ enabled: required(flag()) }),
  subscription_cancel: object({
    enabled: required(flag()),
    mode: oneOf(['at_period_end', 'immediately']),
  }),
  subscription_pause: off,
  subscription_update: off,
})

const fields = { features, login_page: object({ enabled: required(flag()) }), metadata }

const OFF: Configuration['features'] = {
  customer_update: { allowed_updates: [], enabled: false },
  invoice_history: { enabled: false },
  payment_method_update: { enabled: false, payment_method_configuration: null },
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

function changed(work: Work, before: Configuration, params: Values<typeof fields>): Configuration {
  const { invoice_history, payment_method_update, subscription_cancel } = params.features ?? {}
  const old = before.features
  const login = params.login_page
  return {
    ...before,
    features: {
      ...old,
      invoice_history: invoice_history ?? old.invoice_history,
      payment_method_update: { ...old.payment_method_update, ...payment_method_update },
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
      id: newId('bpc', 24),
      object: 'billing_portal.configuration',
      active: true,
      business_profile: nulls('headline privacy_policy_url terms_of_service_url'),
      created: work.now(),
      features: OFF,
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      updated: work.now(),
      ...nulls('application default_return_url name'),
    }
    const created = changed(work, blank, params)
    return work.save('billing_portal.configuration', created, 'billing_portal.configuration.created')
  }),
  endpoint('POST', `${root}/:id`, fields, ({ work, params, path }) => {
    const after = changed(work, work.need('billing_portal.configuration', path('id')), params)
    return work.save('billing_portal.configuration', after, 'billing_portal.configuration.updated')
  }),
  endpoint('GET', root, { ...listFields, active: flag() }, ({ work, params }) =>
    work.page(root, 'billing_portal.configuration', params, {
      matches: ({ active }) => params.active === undefined || active === params.active,
    }),
  ),
]
