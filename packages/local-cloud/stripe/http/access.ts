import { StripeApiError } from '../errors.ts'
import { API_VERSION } from '../events.ts'

/** Masks a key for error messages. Only its prefix, such as `sk_test_`, stays visible. */
const maskKey = (key: string) => `${key.slice(0, 8)}****`

const createAccessError = (status: number, message: string) =>
  new StripeApiError(status, message, { isBeforeOperation: true })

/** The permissions of a restricted key, keyed by the first segment of a path below `/v1`. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>

/**
 * Checks the bearer token of a request: the secret key, or a restricted key with the permission for the request
 * (https://docs.stripe.com/keys/restricted-api-keys). Every method except GET requires `write`, even for previewing
 * an invoice.
 *
 * @throws StripeApiError 401 for a missing or unknown key, 403 without the permission
 */
export function requireKey(
  request: { authorization: string | undefined; method: string; path: string },
  secretKey: string,
  restrictedKeys: ReadonlyMap<string, Permissions>,
): void {
  const key = /^Bearer +(\S+)$/i.exec(request.authorization ?? '')?.[1]
  if (!key) {
    throw createAccessError(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (key === secretKey) return
  const permissions = restrictedKeys.get(key)
  if (!permissions) throw createAccessError(401, `Invalid API Key provided: ${maskKey(key)}`)
  const resource = request.path.split('/')[2] ?? ''
  const required = request.method === 'GET' ? 'read' : 'write'
  const granted = permissions[resource]
  if (granted === 'write' || granted === required) return
  throw createAccessError(
    403,
    `The provided key '${maskKey(key)}' does not have the required permissions for this endpoint. Having the 'rak_${resource}_${required}' permission would allow this request to continue.`,
  )
}

/** Checks the Stripe-Version header, if sent. Throws a 400 for any version except the one that stripe-node pins. */
export function requireVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return
  throw createAccessError(
    400,
    `Invalid Stripe API version: ${version}. The local cloud serves ${API_VERSION}.`,
  )
}
