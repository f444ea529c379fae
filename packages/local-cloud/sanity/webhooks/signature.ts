import { createHmac } from 'node:crypto'

/** The header that carries the signature. */
export const SIGNATURE_HEADER = 'sanity-webhook-signature'

/**
 * The signature of a body, as `@sanity/webhook` checks it (https://www.sanity.io/docs/content-lake/webhooks):
 * HMAC-SHA256 over `<time>.<body>`, base64url. `time` is in milliseconds since 1970.
 */
export function sign(body: string, secret: string, time: number): string {
  const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('base64url')
  return `t=${time},v1=${hash}`
}
