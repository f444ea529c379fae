import { decodeSignatureHeader, isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { RequestProblem } from '@/lib/api/problem'

/**
 * The maximum time between the signing of a delivery and now, past or future. Sanity retries a failed delivery for up to
 * 30 minutes, and clocks differ (https://www.sanity.io/docs/content-lake/webhooks).
 */
const maxDeliveryAgeMs = 35 * 60_000

/**
 * Requires a delivery from Sanity's webhook: its raw body must be signed with the webhook secret, within
 * {@link maxDeliveryAgeMs} of now (https://www.sanity.io/docs/content-lake/webhook-best-practices).
 *
 * @param now - Unix time in milliseconds
 * @throws RequestProblem 401 `signature_missing`, `signature_invalid` or `signature_expired`
 */
export async function requireSignature(
  headers: Headers,
  body: string,
  secret: string,
  now: number = Date.now(),
): Promise<void> {
  const signature = headers.get(SIGNATURE_HEADER_NAME)
  if (!signature) throw new RequestProblem(401, 'signature_missing')
  const isGenuine = await isValidSignature(body, signature, secret).catch(() => false)
  if (!isGenuine) throw new RequestProblem(401, 'signature_invalid')
  const { timestamp } = decodeSignatureHeader(signature)
  if (Math.abs(now - timestamp) > maxDeliveryAgeMs) throw new RequestProblem(401, 'signature_expired')
}
