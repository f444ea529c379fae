import Stripe from 'stripe'
import { ensurePortal } from '@/lib/membership/ensurePortal'
import { handledEvents } from '@/lib/membership/events'
import { isMembership, priceLookupKey } from '@/lib/membership/membershipProduct'
import { ensureCatalog } from '@/lib/membership/offer/catalog'
import type { OfferTerms } from '@/lib/membership/offer/offer'
import { findPortal, isPortalCurrent } from '@/lib/membership/portalConfiguration'
import { createStripe } from '@/lib/membership/stripe'
import { Findings, type Setting } from './findings.ts'
import type { Settings, StoreVariable } from './settings.ts'
import { checkPermissions } from './stripePermissions.ts'

async function listSiteEndpoints(stripe: Stripe, url: string): Promise<Stripe.WebhookEndpoint[]> {
  const endpoints: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    // An operator may have added a query, as docs/deployments.md describes for Vercel.
    if (endpoint.url.replace(/\?.*/, '') === url) endpoints.push(endpoint)
  }
  return endpoints
}

const listMissingEvents = ({ enabled_events: enabledEvents }: Stripe.WebhookEndpoint) =>
  enabledEvents.includes('*') ? [] : handledEvents.filter((type) => !enabledEvents.includes(type))

/** Describes how an endpoint differs from the wanted one; empty without a difference. */
function describeEndpoint(endpoint: Stripe.WebhookEndpoint): string {
  const missing = listMissingEvents(endpoint)
  return [
    ...(missing.length ? [`It is not sent ${missing.join(', ')}.`] : []),
    ...(endpoint.status === 'enabled' ? [] : ['It is disabled.']),
  ].join(' ')
}

/** The portal's configuration, with which members can cancel even if they cannot sign in. */
export const createPortalSetting = (stripe: Stripe): Setting => ({
  failure: 'The portal cannot be read',
  read: async () => {
    const portal = await findPortal(stripe)
    if (!portal)
      return [false, 'The portal is not configured: members who cannot sign in cannot cancel online.']
    return isPortalCurrent(portal)
      ? [
          true,
          `The portal is configured, with a login page for members who cannot sign in: ${portal.login_page.url}.`,
        ]
      : [false, "The portal's configuration was changed."]
  },
  plan: "create the portal's configuration, or correct it",
  write: async () => `Has the portal's configuration ${await ensurePortal(stripe)}.`,
})

/**
 * Returns the settings of Stripe: product, price and coupon of the offer, the portal's configuration and the webhook endpoint.
 *
 * @param store - receives the secret of a new endpoint, since Stripe shows it only once
 */
export function listStripeSettings(
  settings: Settings,
  stripe: Stripe,
  terms: OfferTerms | undefined,
  store: StoreVariable,
): Setting[] {
  const url = `${settings.NEXT_PUBLIC_SITE_URL}/api/stripe/webhook`
  return [
    {
      failure: 'The price cannot be read',
      read: async () => {
        if (!terms) return [false, 'There is no published offer that can be sold.']
        const [price] = (await stripe.prices.list({ lookup_keys: [priceLookupKey], limit: 1 })).data
        return price?.unit_amount === terms.regularPrice && price.currency === terms.currency
          ? [true, 'The price is the one of the published offer.']
          : [false, 'Stripe has no price of the published offer.']
      },
      plan: 'create the product, price and coupon of the published offer, unless they exist',
      // The coupon and the product's name may differ, too.
      isAlwaysWritten: true,
      write: async () => {
        if (!terms) return 'Prices were skipped: no published offer can be sold.'
        const { price, coupon } = await ensureCatalog(stripe, terms)
        return `Sells the price ${price}${coupon ? ` with the coupon ${coupon}` : ''}.`
      },
    },
    createPortalSetting(stripe),
    {
      failure: 'Webhook endpoints cannot be read',
      read: async () => {
        const endpoints = await listSiteEndpoints(stripe, url)
        const [endpoint] = endpoints
        if (!endpoint) return [false, `No endpoint has the URL ${url}.`]
        if (endpoints.length > 1)
          return [false, `${endpoints.length} endpoints have the URL ${url}: delete all but one.`]
        const difference = describeEndpoint(endpoint)
        return difference
          ? [false, difference]
          : [true, `The endpoint ${endpoint.id} is sent every event that the site handles.`]
      },
      plan: `create a webhook endpoint for ${url}, or send it every event`,
      write: async () => {
        const [endpoint] = await listSiteEndpoints(stripe, url)
        if (endpoint) {
          await stripe.webhookEndpoints.update(endpoint.id, {
            enabled_events: [...handledEvents],
            disabled: false,
          })
          return `Sends every event to the webhook endpoint ${endpoint.id}.`
        }
        const { secret } = await stripe.webhookEndpoints.create({
          url,
          enabled_events: [...handledEvents],
          api_version: Stripe.API_VERSION,
        })
        return `Created a webhook endpoint. ${store('STRIPE_WEBHOOK_SECRET', String(secret))}`
      },
    },
    {
      failure: 'Webhook endpoints cannot be read',
      read: async () => {
        const [endpoint] = await listSiteEndpoints(stripe, url)
        return !endpoint || endpoint.api_version === Stripe.API_VERSION
          ? [true, `The API version of endpoints is ${Stripe.API_VERSION}.`]
          : [
              false,
              `The endpoint's API version is ${endpoint.api_version ?? "the account's"}, not ${Stripe.API_VERSION}: delete it, and run npm run provision.`,
            ]
      },
    },
  ]
}

/**
 * Methods with delayed notification, whose first payment may succeed or fail days after the checkout. Klarna is
 * included as a precaution; Stripe documents it as immediate.
 * https://docs.stripe.com/payments/payment-methods#payment-notification
 */
const delayedMethods =
  /^(acss_debit|au_becs_debit|bacs_debit|boleto|customer_balance|klarna|konbini|multibanco|nz_bank_account|oxxo|sepa_debit|us_bank_account)$/

const isAvailable = (method: unknown): boolean =>
  typeof method === 'object' && method !== null && 'available' in method && method.available === true

/** Names the payment methods that Checkout offers, and those whose payments complete later. */
export async function checkPaymentMethods(findings: Findings, stripe: Stripe): Promise<void> {
  const configuration = await stripe.paymentMethodConfigurations.list({ limit: 100 }).then(
    ({ data }) => data.find(({ active, is_default }) => active && is_default),
    (error: unknown) => {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    },
  )
  if (!configuration)
    return findings.requireOperator('Which payment methods Checkout offers: Settings, Payment methods.')
  const methods = Object.entries(configuration).flatMap(([name, method]) => (isAvailable(method) ? name : []))
  const delayed = methods.filter((name) => delayedMethods.test(name)).join(', ')
  const note =
    delayed && ` Of these ${delayed} may complete days later: the site grants access after the payment.`
  findings.note(`Payment methods that are on: ${methods.join(', ') || 'none'}.${note}`)
}

/** The maximum number of checked subscriptions, so that the check of a large account takes only seconds. */
const maxSubscriptions = 1000

/** Reports subscriptions to other products in the account, which the site does not change. */
async function checkOtherProducts(findings: Findings, stripe: Stripe): Promise<void> {
  const subscriptions = await stripe.subscriptions
    .list({ limit: 100 })
    .autoPagingToArray({ limit: maxSubscriptions })
  const count = subscriptions.filter((subscription) => !isMembership(subscription)).length
  if (count === 0) return findings.pass('Nothing but memberships is subscribed to in the account.')
  const prefix = subscriptions.length === maxSubscriptions ? 'at least ' : ''
  findings.note(
    `The account is shared: ${prefix}${count} of its subscriptions ${count === 1 ? 'is' : 'are'} to other products, which the site does not change.`,
  )
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
async function checkDeliveries(findings: Findings, stripe: Stripe, nowMs: number): Promise<void> {
  const now = Math.floor(nowMs / 1000)
  const { data, has_more } = await stripe.events.list({
    delivery_success: false,
    types: [...handledEvents],
    created: { gte: now - deliveryWindowSeconds, lte: now - maxDeliveryDelaySeconds },
    limit: 100,
  })
  const undelivered = data.filter(({ pending_webhooks }) => pending_webhooks > 0)
  const oldest = undelivered.at(-1)
  if (!oldest) return findings.pass('Every event of the last days was delivered.')
  const count = `${undelivered.length}${has_more ? ' or more' : ''} ${undelivered.length === 1 ? 'event was' : 'events were'}`
  const text = `${count} not delivered within an hour, the oldest ${oldest.type} of ${new Date(oldest.created * 1000).toISOString()}`
  const { data: endpoints } = await stripe.webhookEndpoints.list({ limit: 2 })
  if (endpoints.length === 1) findings.fail(`${text}: check the endpoint in Stripe's dashboard.`)
  else
    findings.requireOperator(
      `${text}: check in Stripe's dashboard whether it is the site's endpoint or another one.`,
    )
}

/** Settings that Stripe's API does not return. */
const manualChecks = [
  "The URL of the terms of service is in the account's public details: Checkout requires it.",
  'Disputes are mailed to a person who responds to them (Settings, Communication preferences), and Stripe does not cancel disputed subscriptions by itself (Settings, Billing, Subscriptions and emails): the site does.',
  'Stripe mails receipts and refunds to customers: Settings, Customer emails.',
  'Stripe does not mail customers about failed payments, since the site does: Settings, Billing, Subscriptions and emails.',
]

/** Creates the client of the site's account; undefined without a key. */
export const openStripe = ({
  STRIPE_SECRET_KEY: key,
  STRIPE_API_ORIGIN: origin,
}: Settings): Stripe | undefined => (key ? createStripe(key, origin) : undefined)

/**
 * Checks that Stripe has the offer's price, delivers webhooks to the site, and lets members cancel; also the key's
 * permissions and other settings of the account.
 *
 * @param now - milliseconds since 1970
 */
export async function checkStripe(
  settings: Settings,
  terms: OfferTerms | undefined,
  now: number = Date.now(),
): Promise<Findings> {
  const findings = new Findings('Stripe')
  const stripe = openStripe(settings)
  if (!stripe) {
    findings.fail('STRIPE_SECRET_KEY is missing: nothing can be sold without it.')
    return findings
  }
  const { STRIPE_WEBHOOK_SECRET: secret, CRON_SECRET: cronSecret } = settings
  findings.expect(
    Boolean(secret),
    'There is a webhook secret.',
    "STRIPE_WEBHOOK_SECRET is missing: copy it into the file from Stripe's dashboard, where it is shown at the endpoint, or delete the endpoint there and run npm run provision.",
  )
  findings.expect(
    Boolean(cronSecret),
    'There is a secret for the scheduler.',
    'CRON_SECRET is missing: missed webhooks are not processed.',
  )
  await findings.attempt('Permissions cannot be checked', () => checkPermissions(findings, stripe))
  await findings.checkSettings(listStripeSettings(settings, stripe, terms, () => ''))
  await findings.attempt('Payment methods cannot be read', () => checkPaymentMethods(findings, stripe))
  await findings.attempt('Subscriptions cannot be read', () => checkOtherProducts(findings, stripe))
  await findings.attempt('Events cannot be read', () => checkDeliveries(findings, stripe, now))
  for (const text of manualChecks) findings.requireOperator(text)
  return findings
}
