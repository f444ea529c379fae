import Stripe from 'stripe'
import { handledEvents } from '@/lib/membership/events'
import { ensurePortal, findPortal, isPortalCurrent } from '@/lib/membership/portalConfiguration'
import { createStripe, isInvalidRequest } from '@/lib/membership/stripe'
import type { Setting } from './findings.ts'
import { requireVariable, type Settings } from './settings.ts'

/** An id that does not exist: Stripe checks the permission first, and then finds no object. */
const missingId = 'doctor_looks_for_a_permission'

/** One request for each permission that the site needs, keyed by the permission's name in Stripe's dashboard. */
const permissionRequests: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'Customers: write': ({ customers }) => customers.update(missingId, { description: '' }),
  'Products: write': ({ products }) => products.update(missingId, { active: true }),
  'Prices: write': ({ prices }) => prices.update(missingId, { active: true }),
  'Coupons: write': ({ coupons }) => coupons.update(missingId, { name: missingId }),
  'Checkout Sessions: write': ({ checkout }) => checkout.sessions.expire(missingId),
  'Subscriptions: write': ({ subscriptions }) => subscriptions.cancel(missingId),
  'Invoices: write (for previews)': ({ invoices }) => invoices.createPreview({ subscription: missingId }),
  'Customer portal: write': ({ billingPortal }) => billingPortal.sessions.create({ customer: missingId }),
  'Webhook Endpoints: write': ({ webhookEndpoints }) =>
    webhookEndpoints.update(missingId, { disabled: false }),
  'PaymentIntents: read': ({ paymentIntents }) => paymentIntents.retrieve(missingId),
  'Charges: read': ({ charges }) => charges.retrieve(missingId),
  'Disputes: read': ({ disputes }) => disputes.retrieve(missingId),
  'Events: read': ({ events }) => events.list({ limit: 1 }),
}

/** Creates the setting for the key's permissions. Its check sends requests that change nothing. */
export const createPermissionSetting = (stripe: Stripe): Setting => ({
  wanted: 'The key has every permission that the site needs.',
  check: async () => {
    const missing = await Promise.all(
      Object.entries(permissionRequests).map(async ([name, request]) => {
        try {
          await request(stripe)
        } catch (error) {
          if (error instanceof Stripe.errors.StripePermissionError) return name
          if (!isInvalidRequest(error)) throw error
        }
        return []
      }),
    )
    const names = missing.flat().join('; ')
    return names
      ? `The key lacks permissions: ${names}. Add them in Stripe's dashboard (Developers, API keys).`
      : undefined
  },
})

/** Creates the setting for the portal's configuration, which lets members cancel even if they cannot sign in. */
export const createPortalSetting = (stripe: Stripe): Setting => ({
  wanted: 'The portal is configured, with a login page for members who cannot sign in.',
  check: async () => {
    const portal = await findPortal(stripe)
    if (!portal) return 'The portal is not configured: members who cannot sign in cannot cancel online.'
    return isPortalCurrent(portal) ? undefined : "The portal's configuration is not what the site needs."
  },
  write: () => ensurePortal(stripe),
})

/** Lists the webhook endpoints with the given URL. An account has at most 16: https://docs.stripe.com/webhooks. */
async function listSiteEndpoints(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  // An operator may have added a query, as docs/deployments.md describes for Vercel.
  return data.filter((endpoint) => endpoint.url.replace(/\?.*/, '') === url)
}

/**
 * Creates the webhook endpoint's setting: events and API version. An endpoint with a different version is replaced.
 *
 * @param secret - the endpoint's secret, which Stripe's API returns only when the endpoint is created
 */
export function createEndpointSetting(stripe: Stripe, url: string, secret: string | undefined): Setting {
  const enabled_events = [...handledEvents]
  const api_version = Stripe.API_VERSION
  return {
    wanted: `A webhook endpoint receives every event that the site handles, in API version ${api_version}.`,
    check: async () => {
      const [endpoint, other] = await listSiteEndpoints(stripe, url)
      if (!endpoint) return `No endpoint has the URL ${url}.`
      if (!secret)
        return {
          obstacle: `STRIPE_WEBHOOK_SECRET is missing: copy it into the environment file from Stripe's dashboard, where it is shown for the endpoint ${endpoint.id}, or delete the endpoint there and run npm run provision.`,
        }
      if (other) return { advice: `Several endpoints have the URL ${url}: delete all but one.` }
      if (endpoint.status !== 'enabled') return `The endpoint ${endpoint.id} is disabled.`
      if (endpoint.api_version !== api_version)
        return `The endpoint's API version is ${endpoint.api_version ?? "the account's"}: the endpoint will be replaced, and its new secret has to be deployed immediately.`
      const { enabled_events: sent } = endpoint
      const missing = sent.includes('*') ? [] : handledEvents.filter((type) => !sent.includes(type))
      return missing.length ? `The endpoint does not receive ${missing.join(', ')}.` : undefined
    },
    write: async (store) => {
      const [endpoint] = await listSiteEndpoints(stripe, url)
      if (endpoint?.api_version === api_version)
        return stripe.webhookEndpoints.update(endpoint.id, { enabled_events, disabled: false })
      const params = { url: endpoint?.url ?? url, enabled_events, api_version }
      store('STRIPE_WEBHOOK_SECRET', String((await stripe.webhookEndpoints.create(params)).secret))
      if (endpoint) await stripe.webhookEndpoints.del(endpoint.id)
    },
  }
}

/** Returns the Stripe settings. The site finds or creates the offer's price and coupon on publish and at checkout. */
export function listStripeSettings(settings: Settings): Setting[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_ORIGIN: origin, NEXT_PUBLIC_SITE_URL: site } = settings
  const stripe = key && createStripe(key, origin)
  if (!stripe) return [requireVariable(settings, 'STRIPE_SECRET_KEY', 'nothing can be sold without it.')]
  return [
    requireVariable(settings, 'CRON_SECRET', 'missed webhooks are not processed.'),
    createPermissionSetting(stripe),
    createPortalSetting(stripe),
    createEndpointSetting(stripe, `${site}/api/stripe/webhook`, settings.STRIPE_WEBHOOK_SECRET),
  ]
}
