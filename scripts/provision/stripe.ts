import Stripe from 'stripe'
import { ensurePortal } from '@/lib/membership/ensurePortal'
import { handledEvents } from '@/lib/membership/events'
import { priceLookupKey } from '@/lib/membership/membershipProduct'
import { ensureCatalog } from '@/lib/membership/offer/catalog'
import type { OfferTerms } from '@/lib/membership/offer/offer'
import { findPortal, isPortalCurrent } from '@/lib/membership/portalConfiguration'
import { createStripe, isInvalidRequest } from '@/lib/membership/stripe'
import { compare, type Reading, type Setting } from './findings.ts'
import type { Settings, StoreVariable } from './settings.ts'

/** An id that does not exist: Stripe checks the permission first, and then finds no object. */
const missingId = 'doctor_looks_for_a_permission'

/** One request for each permission that the site needs, by the name of the permission in Stripe's dashboard. */
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

async function isAllowed(stripe: Stripe, request: (stripe: Stripe) => Promise<unknown>): Promise<boolean> {
  try {
    await request(stripe)
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return false
    if (isInvalidRequest(error)) return true
    throw error
  }
}

/** Checks every permission that the site needs, with requests that change nothing. */
export async function checkPermissions(stripe: Stripe): Promise<Reading> {
  const missing = await Promise.all(
    Object.entries(permissionRequests).map(async ([name, request]) =>
      (await isAllowed(stripe, request)) ? [] : name,
    ),
  )
  const names = missing.flat()
  return compare(
    names.length === 0,
    'The key has every permission that the site needs.',
    `The key lacks permissions: ${names.join('; ')}. Add them in Stripe's dashboard (Developers, API keys).`,
  )
}

/** Returns the portal's configuration, with which members can cancel even if they cannot sign in. */
export const createPortalSetting = (stripe: Stripe): Setting => ({
  failure: 'The portal cannot be read',
  read: async () => {
    const portal = await findPortal(stripe)
    return compare(
      portal !== undefined && isPortalCurrent(portal),
      `The portal is configured, with a login page for members who cannot sign in: ${portal?.login_page.url}.`,
      portal
        ? "The portal's configuration was changed."
        : 'The portal is not configured: members who cannot sign in cannot cancel online.',
    )
  },
  plan: "create the portal's configuration, or correct it",
  write: async () => `Has the portal's configuration ${await ensurePortal(stripe)}.`,
})

/** Returns product, price and coupon of the published offer. */
const createCatalogSetting = (stripe: Stripe, terms: OfferTerms | undefined): Setting => ({
  failure: 'The price cannot be read',
  read: async () => {
    if (!terms) return { state: 'wrong', text: 'There is no published offer that can be sold.' }
    const [price] = (await stripe.prices.list({ lookup_keys: [priceLookupKey], limit: 1 })).data
    return compare(
      price?.unit_amount === terms.regularPrice && price.currency === terms.currency,
      'The price is the one of the published offer.',
      'Stripe has no price of the published offer.',
    )
  },
  plan: 'create the product, price and coupon of the published offer, unless they exist',
  // The coupon and the product's name may differ, too.
  isAlwaysWritten: true,
  write: async () => {
    if (!terms) return 'Prices were skipped: no published offer can be sold.'
    const { price, coupon } = await ensureCatalog(stripe, terms)
    return `Sells the price ${price}${coupon ? ` with the coupon ${coupon}` : ''}.`
  },
})

async function listSiteEndpoints(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const endpoints: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    // An operator may have added a query, as docs/deployments.md describes for Vercel.
    if (endpoint.url.replace(/\?.*/, '') === url) endpoints.push(endpoint)
  }
  return endpoints
}

/** Describes how the endpoints of a URL differ from the one that the site needs; empty without a difference. */
function describeEndpoints(endpoints: Stripe.WebhookEndpoint[], url: string): string {
  const [endpoint] = endpoints
  if (!endpoint) return `No endpoint has the URL ${url}.`
  if (endpoints.length > 1) return `${endpoints.length} endpoints have the URL ${url}: delete all but one.`
  const { enabled_events: enabled, status } = endpoint
  const missing = enabled.includes('*') ? [] : handledEvents.filter((type) => !enabled.includes(type))
  return [
    ...(missing.length ? [`It is not sent ${missing.join(', ')}.`] : []),
    ...(status === 'enabled' ? [] : ['It is disabled.']),
  ].join(' ')
}

/** Returns the webhook endpoint: its events, and its API version, which cannot be changed. */
function listEndpointSettings(stripe: Stripe, url: string, store: StoreVariable): Setting[] {
  const failure = 'Webhook endpoints cannot be read'
  const enabled_events = [...handledEvents]
  return [
    {
      failure,
      read: async () => {
        const endpoints = await listSiteEndpoints(stripe, url)
        const difference = describeEndpoints(endpoints, url)
        return compare(
          !difference,
          `The endpoint ${endpoints[0]?.id} is sent every event that the site handles.`,
          difference,
        )
      },
      plan: `create a webhook endpoint for ${url}, or send it every event`,
      write: async () => {
        const [endpoint] = await listSiteEndpoints(stripe, url)
        if (endpoint) {
          await stripe.webhookEndpoints.update(endpoint.id, { enabled_events, disabled: false })
          return `Sends every event to the webhook endpoint ${endpoint.id}.`
        }
        const api_version = Stripe.API_VERSION
        const { secret } = await stripe.webhookEndpoints.create({ url, enabled_events, api_version })
        return `Created a webhook endpoint. ${store('STRIPE_WEBHOOK_SECRET', String(secret))}`
      },
    },
    {
      failure,
      read: async () => {
        const [endpoint] = await listSiteEndpoints(stripe, url)
        return compare(
          !endpoint || endpoint.api_version === Stripe.API_VERSION,
          `The API version of endpoints is ${Stripe.API_VERSION}.`,
          `The endpoint's API version is ${endpoint?.api_version ?? "the account's"}, not ${Stripe.API_VERSION}: delete it, and run npm run provision.`,
        )
      },
    },
  ]
}

/** The age of the oldest events whose delivery is checked: Stripe retries for three days. */
const deliveryWindowSeconds = 3 * 86_400
/** The age from which an undelivered event is reported. Before, Stripe may still retry after a short failure. */
const maxDeliveryDelaySeconds = 3600

/**
 * Reports events of the last days that Stripe still has not delivered after an hour. Stripe returns the number of
 * endpoints that have not accepted an event, but not their URLs.
 * https://docs.stripe.com/api/events/list
 */
async function checkDeliveries(stripe: Stripe): Promise<Reading> {
  const now = Math.floor(Date.now() / 1000)
  const { data, has_more } = await stripe.events.list({
    delivery_success: false,
    types: [...handledEvents],
    created: { gte: now - deliveryWindowSeconds, lte: now - maxDeliveryDelaySeconds },
    limit: 100,
  })
  const undelivered = data.filter(({ pending_webhooks }) => pending_webhooks > 0)
  const oldest = undelivered.at(-1)
  if (!oldest) return { state: 'right', text: 'Every event of the last days was delivered.' }
  const text = `Not delivered within an hour: ${undelivered.length}${has_more ? ' or more' : ''} events, the oldest ${oldest.type} of ${new Date(oldest.created * 1000).toISOString()}`
  const { data: endpoints } = await stripe.webhookEndpoints.list({ limit: 2 })
  return endpoints.length === 1
    ? { state: 'wrong', text: `${text}: check the endpoint in Stripe's dashboard.` }
    : {
        state: 'person',
        text: `${text}: check in Stripe's dashboard whether it is the site's endpoint or another one.`,
      }
}

/**
 * Returns the Stripe settings: the site's secrets, the key's permissions, the offer's price, the portal, the webhook
 * endpoint and its deliveries.
 *
 * @param store - receives the secret of a new endpoint, since Stripe shows it only once
 */
export function listStripeSettings(
  settings: Settings,
  terms: OfferTerms | undefined,
  store: StoreVariable,
): Setting[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_API_ORIGIN: origin, NEXT_PUBLIC_SITE_URL: site } = settings
  const stripe = key && createStripe(key, origin)
  if (!stripe) {
    const text = 'STRIPE_SECRET_KEY is missing: nothing can be sold without it.'
    return [{ failure: '', read: async () => ({ state: 'wrong', text }) }]
  }
  return [
    {
      failure: '',
      read: async () => [
        compare(
          Boolean(settings.STRIPE_WEBHOOK_SECRET),
          'There is a webhook secret.',
          "STRIPE_WEBHOOK_SECRET is missing: copy it into the file from Stripe's dashboard, where it is shown at the endpoint, or delete the endpoint there and run npm run provision.",
        ),
        compare(
          Boolean(settings.CRON_SECRET),
          'There is a secret for the scheduler.',
          'CRON_SECRET is missing: missed webhooks are not processed.',
        ),
      ],
    },
    { failure: 'Permissions cannot be checked', read: () => checkPermissions(stripe) },
    createCatalogSetting(stripe, terms),
    createPortalSetting(stripe),
    ...listEndpointSettings(stripe, `${site}/api/stripe/webhook`, store),
    { failure: 'Events cannot be read', read: () => checkDeliveries(stripe) },
  ]
}
