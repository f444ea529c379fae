import { notSupported } from '../errors.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { newId } from '../ids.ts'
import {
  clearable,
  type Field,
  flag,
  listOf,
  object,
  oneOf,
  required,
  scalar,
  text,
  type Values,
} from '../params/fields.ts'
import { mergeMetadata, metadata, pageFields } from '../params/shared.ts'
import type { Objects } from '../types.ts'

type Configuration = Objects['billing_portal.configuration']

const REASONS = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const

/** A feature that the local portal has not, and that may only be switched off. */
function off(what: string): Field<false | undefined> {
  return scalar((value) => {
    if (value === 'false') return false
    throw notSupported(what)
  })
}

const features = object({
  customer_update: object({
    enabled: off('customer updates in the portal'),
    allowed_updates: clearable(listOf(text())),
  }),
  invoice_history: object({ enabled: required(flag()) }),
  payment_method_update: object({ enabled: required(flag()) }, ['payment_method_configuration']),
  subscription_cancel: object({
    enabled: required(flag()),
    mode: oneOf(['at_period_end', 'immediately']),
    proration_behavior: oneOf(['none'], ['always_invoice', 'create_prorations']),
    cancellation_reason: object({ enabled: required(flag()), options: clearable(listOf(oneOf(REASONS))) }, [
      'feedback_options',
    ]),
  }),
  subscription_pause: object({ enabled: off('pausing in the portal') }, ['duration']),
  subscription_update: object(
    {
      enabled: off('plan changes in the portal'),
      default_allowed_updates: clearable(listOf(oneOf(['price', 'promotion_code', 'quantity']))),
      products: clearable(
        listOf(object({ product: text(), prices: listOf(text()) }, ['adjustable_quantity'])),
      ),
      proration_behavior: oneOf(['always_invoice', 'create_prorations', 'none']),
    },
    ['billing_cycle_anchor', 'schedule_at_period_end', 'trial_update_behavior'],
  ),
})

const businessProfile = object({
  headline: clearable(text(60)),
  privacy_policy_url: text(),
  terms_of_service_url: text(),
})

const fields = {
  business_profile: businessProfile,
  default_return_url: clearable(text()),
  login_page: object({ enabled: required(flag()) }),
  metadata,
  name: clearable(text()),
}

type Features = ReturnType<typeof features>

/** The features after a change; what was never said is off. */
function withFeatures(before: Configuration['features'], change: Features): Configuration['features'] {
  const cancel = change?.subscription_cancel
  const reasons = cancel?.cancellation_reason
  return {
    ...before,
    invoice_history: { enabled: change?.invoice_history?.enabled ?? before.invoice_history.enabled },
    payment_method_update: {
      enabled: change?.payment_method_update?.enabled ?? before.payment_method_update.enabled,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason: {
        enabled: reasons?.enabled ?? before.subscription_cancel.cancellation_reason.enabled,
        feedback_options: null,
        options: reasons?.options ?? before.subscription_cancel.cancellation_reason.options,
      },
      enabled: cancel?.enabled ?? before.subscription_cancel.enabled,
      mode: cancel?.mode ?? before.subscription_cancel.mode,
      proration_behavior: 'none',
    },
  }
}

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

/** The login page of a configuration, whose URL is there while it is on. */
const loginPage = (id: string, enabled: boolean, pages: string) => ({
  enabled,
  url: enabled ? `${pages}/p/login/${id}` : null,
})

function changed(
  before: Configuration,
  params: Values<typeof fields> & { features: Features },
  { now, pages }: { now: number; pages: string },
): Configuration {
  const { headline, privacy_policy_url, terms_of_service_url } = params.business_profile ?? {}
  const profile = before.business_profile
  return {
    ...before,
    business_profile: {
      headline: headline === undefined ? profile.headline : headline,
      privacy_policy_url: privacy_policy_url ?? profile.privacy_policy_url,
      terms_of_service_url: terms_of_service_url ?? profile.terms_of_service_url,
    },
    default_return_url:
      params.default_return_url === undefined ? before.default_return_url : params.default_return_url,
    features: withFeatures(before.features, params.features),
    login_page: params.login_page
      ? loginPage(before.id, params.login_page.enabled, pages)
      : before.login_page,
    metadata: mergeMetadata(before.metadata, params.metadata),
    name: params.name === undefined ? before.name : params.name,
    updated: now,
  }
}

const root = '/v1/billing_portal/configurations'

/** `/v1/billing_portal/configurations` */
export const configurationEndpoints: Endpoint[] = [
  endpoint('POST', root, { ...fields, features: required(features) }, ({ work, params }) => {
    const now = work.now()
    const blank: Configuration = {
      id: newId('bpc', 24),
      object: 'billing_portal.configuration',
      active: true,
      application: null,
      business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
      created: now,
      default_return_url: null,
      features: OFF,
      is_default: false,
      livemode: false,
      login_page: { enabled: false, url: null },
      metadata: {},
      name: null,
      updated: now,
    }
    const made = changed(blank, params, { now, pages: work.pages })
    return work.save('billing_portal.configuration', made, 'billing_portal.configuration.created')
  }),
  endpoint('GET', `${root}/:id`, {}, ({ work, path }) =>
    work.need('billing_portal.configuration', path('id')),
  ),
  endpoint('POST', `${root}/:id`, { ...fields, active: flag(), features }, ({ work, params, path }) => {
    const before = work.need('billing_portal.configuration', path('id'))
    const after = {
      ...changed(before, params, { now: work.now(), pages: work.pages }),
      active: params.active ?? before.active,
    }
    return work.save('billing_portal.configuration', after, 'billing_portal.configuration.updated')
  }),
  endpoint('GET', root, { ...pageFields, active: flag(), is_default: flag() }, ({ work, params }) => {
    const matches = ({ active, is_default }: Configuration) =>
      (params.active === undefined || active === params.active) &&
      (params.is_default === undefined || is_default === params.is_default)
    return work.page(root, 'billing_portal.configuration', params, { matches })
  }),
]
