import Stripe from 'stripe'
import { ensurePortal } from '@/lib/membership/ensurePortal'
import { handledEvents } from '@/lib/membership/events'
import { isMembership, priceLookupKey } from '@/lib/membership/membershipProduct'
import { ensureCatalog } from '@/lib/membership/offer/catalog'
import type { OfferTerms } from '@/lib/membership/offer/offer'
import { createStripe } from '@/lib/membership/stripe'
import { Findings } from './findings.ts'
import type { ProvisionSteps } from './provisionSteps.ts'
import type { Settings } from './settings.ts'
import { checkPermissions } from './stripePermissions.ts'
import { checkPaymentMethods, checkPortal } from './stripeSettings.ts'

const createClient = (settings: Settings): Stripe | undefined =>
  settings.STRIPE_SECRET_KEY
    ? createStripe(settings.STRIPE_SECRET_KEY, settings.STRIPE_API_ORIGIN)
    : undefined

const getEndpointUrl = ({ NEXT_PUBLIC_SITE_URL }: Settings) => `${NEXT_PUBLIC_SITE_URL}/api/stripe/webhook`

async function listSiteEndpoints(stripe: Stripe, settings: Settings): Promise<Stripe.WebhookEndpoint[]> {
  const siteEndpoints: Stripe.WebhookEndpoint[] = []
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    // An operator may have added a query, as docs/deployments.md describes for Vercel.
    if (endpoint.url.replace(/\?.*/, '') === getEndpointUrl(settings)) siteEndpoints.push(endpoint)
  }
  return siteEndpoints
}

const listMissingEvents = ({ enabled_events: enabledEvents }: Stripe.WebhookEndpoint) =>
  enabledEvents.includes('*') ? [] : handledEvents.filter((type) => !enabledEvents.includes(type))

/** The maximum number of checked subscriptions, so that the check of a large account takes only seconds. */
const maxSubscriptions = 1000

/** The age of the oldest events whose delivery is checked: Stripe retries for three days. */
const deliveryWindowMs = 3 * 86_400_000
/** The age from which an undelivered event is reported. Before, Stripe may still retry after a short failure. */
const maxDeliveryDelayMs = 3_600_000

/** Reports subscriptions to other products in the account, which the site does not change. */
async function checkOtherProducts(findings: Findings, stripe: Stripe): Promise<void> {
  let checkedCount = 0
  let otherCount = 0
  for await (const subscription of stripe.subscriptions.list({ limit: 100 })) {
    checkedCount += 1
    if (!isMembership(subscription)) otherCount += 1
    if (checkedCount === maxSubscriptions) break
  }
  const minimumPrefix = checkedCount === maxSubscriptions ? 'at least ' : ''
  if (otherCount === 0) findings.pass('Nothing but memberships is subscribed to in the account.')
  else
    findings.note(
      `The account is shared: ${minimumPrefix}${otherCount} of its subscriptions ${otherCount === 1 ? 'is' : 'are'} to other products, which the site does not change.`,
    )
}

/**
 * Reports events of the last days that Stripe still has not delivered after an hour. Stripe returns the number of
 * endpoints that have not accepted an event, but not their URLs.
 * https://docs.stripe.com/api/events/list
 */
async function checkDeliveries(findings: Findings, stripe: Stripe, now: number): Promise<void> {
  const { data, has_more } = await stripe.events.list({
    delivery_success: false,
    types: [...handledEvents],
    created: {
      gte: Math.floor((now - deliveryWindowMs) / 1000),
      lte: Math.floor((now - maxDeliveryDelayMs) / 1000),
    },
    limit: 100,
  })
  const undeliveredEvents = data.filter(({ pending_webhooks }) => pending_webhooks > 0)
  const oldestEvent = undeliveredEvents.at(-1)
  if (!oldestEvent) return findings.pass('Every event of the last days was delivered.')
  const count = `${undeliveredEvents.length}${has_more ? ' or more' : ''} ${undeliveredEvents.length === 1 ? 'event was' : 'events were'}`
  const text = `${count} not delivered within an hour, the oldest ${oldestEvent.type} of ${new Date(oldestEvent.created * 1000).toISOString()}`
  const { data: endpoints } = await stripe.webhookEndpoints.list({ limit: 2 })
  if (endpoints.length === 1) findings.fail(`${text}: check the endpoint in Stripe's dashboard.`)
  else
    findings.requireOperator(
      `${text}: check in Stripe's dashboard whether it is the site's endpoint or another one.`,
    )
}

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
  const stripe = createClient(settings)
  if (!stripe) {
    findings.fail('STRIPE_SECRET_KEY is missing: nothing can be sold without it.')
    return findings
  }
  const secret = settings.STRIPE_WEBHOOK_SECRET
  findings.expect(Boolean(secret), 'There is a webhook secret.', 'STRIPE_WEBHOOK_SECRET is missing.')
  findings.expect(
    Boolean(settings.CRON_SECRET),
    'There is a secret for the scheduler.',
    'CRON_SECRET is missing: missed webhooks are not processed.',
  )
  await findings.attempt('Permissions cannot be checked', () => checkPermissions(findings, stripe))
  await findings.attempt('Webhook endpoints cannot be read', async () => {
    const endpoints = await listSiteEndpoints(stripe, settings)
    const [endpoint] = endpoints
    const url = getEndpointUrl(settings)
    findings.expect(
      endpoints.length === 1,
      `One webhook endpoint has the URL ${url}.`,
      endpoint
        ? `${endpoints.length} endpoints have the URL ${url}: delete all but one.`
        : `No endpoint has the URL ${url}.`,
    )
    if (!endpoint) return
    const missing = listMissingEvents(endpoint)
    findings.expect(
      missing.length === 0,
      'It is sent every event that the site handles.',
      `It is not sent ${missing.join(', ')}.`,
    )
    findings.expect(endpoint.status === 'enabled', 'It is enabled.', 'It is disabled.')
    findings.expect(
      endpoint.api_version === Stripe.API_VERSION,
      `Its API version is ${Stripe.API_VERSION}.`,
      `Its API version is ${endpoint.api_version ?? "the account's"}, not ${Stripe.API_VERSION}: delete it, and run npm run provision.`,
    )
  })
  await findings.attempt('The price cannot be read', async () => {
    const [price] = (await stripe.prices.list({ lookup_keys: [priceLookupKey], limit: 1 })).data
    const isCurrentPrice =
      price?.unit_amount === terms?.regularPrice && price?.currency === terms?.currency && terms !== undefined
    findings.expect(
      isCurrentPrice,
      'The price is the one of the published offer.',
      terms
        ? 'Stripe has no price of the published offer: npm run provision creates it, and so does the first checkout.'
        : 'There is no published offer that can be sold.',
    )
  })
  await findings.attempt('The portal cannot be read', () => checkPortal(findings, stripe))
  await findings.attempt('Payment methods cannot be read', () => checkPaymentMethods(findings, stripe))
  await findings.attempt('Subscriptions cannot be read', () => checkOtherProducts(findings, stripe))
  await findings.attempt('Events cannot be read', () => checkDeliveries(findings, stripe, now))
  addManualChecks(findings)
  return findings
}

function addManualChecks(findings: Findings): void {
  findings.requireOperator(
    "The URL of the terms of service is in the account's public details: Checkout requires it.",
  )
  findings.requireOperator(
    'Disputes are mailed to a person who responds to them (Settings, Communication preferences), and Stripe does not cancel disputed subscriptions by itself (Settings, Billing, Subscriptions and emails): the site does.',
  )
  findings.requireOperator('Stripe mails receipts and refunds to customers: Settings, Customer emails.')
  findings.requireOperator(
    'Stripe does not mail customers about failed payments, since the site does: Settings, Billing, Subscriptions and emails.',
  )
}

/**
 * Creates in Stripe what the site needs: product, price and coupon of the offer, the portal's configuration and the
 * webhook endpoint. Safe to repeat.
 *
 * @param steps - receives the secret of a new endpoint, since Stripe shows it only once
 */
export async function provisionStripe(
  settings: Settings,
  terms: OfferTerms | undefined,
  steps: ProvisionSteps,
): Promise<void> {
  const stripe = createClient(settings)
  if (!stripe) return steps.note('Stripe was skipped: STRIPE_SECRET_KEY is missing.')
  if (terms || steps.isDry) {
    await steps.run(
      'create the product, price and coupon of the published offer, unless they exist',
      async () => {
        if (!terms) return 'Prices were skipped: no published offer can be sold.'
        const { price, coupon } = await ensureCatalog(stripe, terms)
        return `Sells the price ${price}${coupon ? ` with the coupon ${coupon}` : ''}.`
      },
    )
  } else steps.note('Prices were skipped: no published offer can be sold.')
  await steps.run("create the portal's configuration, or correct it", async () => {
    return `Has the portal's configuration ${await ensurePortal(stripe)}.`
  })
  const [endpoint] = await listSiteEndpoints(stripe, settings)
  if (!endpoint) {
    await steps.run(`create a webhook endpoint for ${getEndpointUrl(settings)}`, async () => {
      const created = await stripe.webhookEndpoints.create({
        url: getEndpointUrl(settings),
        enabled_events: [...handledEvents],
        api_version: Stripe.API_VERSION,
      })
      return `Created a webhook endpoint. ${steps.addVariable('STRIPE_WEBHOOK_SECRET', String(created.secret))}`
    })
  } else if (listMissingEvents(endpoint).length > 0 || endpoint.status !== 'enabled') {
    await steps.run(`send every event to the webhook endpoint ${endpoint.id}`, async () => {
      const changes = { enabled_events: [...handledEvents], disabled: false }
      await stripe.webhookEndpoints.update(endpoint.id, changes)
      return `Sends every event to the webhook endpoint ${endpoint.id}.`
    })
  } else steps.note(`Has the webhook endpoint ${endpoint.id}.`)
  if (endpoint && !settings.STRIPE_WEBHOOK_SECRET) {
    steps.note(
      `STRIPE_WEBHOOK_SECRET is missing: copy it into the file from Stripe's dashboard, where it is shown at the endpoint ${endpoint.id}, or delete the endpoint there and run this again.`,
    )
  }
}
