import Stripe from 'stripe'
import { findPortal, isPortalCurrent } from '@/lib/membership/portalConfiguration'
import type { Findings } from './findings.ts'

/** Checks that members can cancel in Stripe's portal, even if they cannot sign in. */
export async function checkPortal(findings: Findings, stripe: Stripe): Promise<void> {
  const portal = await findPortal(stripe)
  if (!portal) {
    return findings.fail(
      "The portal is not configured: npm run provision does it, and so does a member's first visit. Until then, members who cannot sign in cannot cancel online.",
    )
  }
  findings.expect(
    isPortalCurrent(portal),
    `The portal is configured, with a login page for members who cannot sign in: ${portal.login_page.url}.`,
    "The portal's configuration was changed: npm run provision corrects it, and so does a member's next visit.",
  )
}

/**
 * Methods with delayed notification, whose first payment may succeed or fail days after the checkout. Klarna is
 * included as a precaution; Stripe documents it as immediate.
 * https://docs.stripe.com/payments/payment-methods#payment-notification
 */
const delayedMethods = new Set([
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'boleto',
  'customer_balance',
  'klarna',
  'konbini',
  'multibanco',
  'nz_bank_account',
  'oxxo',
  'sepa_debit',
  'us_bank_account',
])

const isAvailable = (method: unknown): boolean =>
  typeof method === 'object' && method !== null && 'available' in method && method.available === true

/** Names the payment methods that Checkout offers, and those whose payments complete later. */
export async function checkPaymentMethods(findings: Findings, stripe: Stripe): Promise<void> {
  const configuration = await stripe.paymentMethodConfigurations.list({ limit: 100 }).then(
    ({ data }) => data.find(({ active, is_default }) => active && is_default),
    (error: unknown) => {
      if (error instanceof Stripe.errors.StripePermissionError) return undefined
      throw error
    },
  )
  if (!configuration) {
    return findings.requireOperator('Which payment methods Checkout offers: Settings, Payment methods.')
  }
  const methods = Object.entries(configuration).flatMap(([name, method]) => (isAvailable(method) ? name : []))
  const delayed = methods.filter((name) => delayedMethods.has(name))
  const note = delayed.length
    ? ` Of these ${delayed.join(', ')} may complete days later: the site grants access after the payment.`
    : ''
  findings.note(`Payment methods that are on: ${methods.join(', ') || 'none'}.${note}`)
}
