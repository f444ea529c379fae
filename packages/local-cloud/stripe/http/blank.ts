import { isRecord } from '../../http/body.ts'

/**
 * An answer in which a field is null, in the object or in those of a list: what Stripe documents as nullable, such as
 * the `url` of a Checkout session (https://docs.stripe.com/api/checkout/sessions/object#checkout_session_object-url).
 *
 * @param body - the answer as JSON
 * @param field - without it the answer stays as it is
 */
export function blanked(body: string, field: string | undefined): string {
  if (field === undefined) return body
  const answer: unknown = JSON.parse(body)
  if (!isRecord(answer)) return body
  const objects = answer.object === 'list' && Array.isArray(answer.data) ? answer.data : [answer]
  for (const object of objects) if (isRecord(object) && field in object) object[field] = null
  return JSON.stringify(answer, null, 2)
}
