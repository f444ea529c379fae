import { createHmac } from 'node:crypto'

/**
 * The Stripe-Signature header for a body: `t=<seconds>,v1=<HMAC>` (https://docs.stripe.com/webhooks/signature).
 *
 * @param at - when it is sent, by the machine's clock, whatever time the account has. Seconds since 1970
 */
export function signatureHeader(body: string, secret: string, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${digest}`
}
