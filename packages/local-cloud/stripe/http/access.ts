import { StripeProblem } from '../errors.ts'
import { API_VERSION } from '../events.ts'

/** Hides a key in errors but for its kind. */
const maskKey = (key: string) => `${key.slice(0, 8)}****`

const createRefusal = (status: number, message: string) => new StripeProblem(status, message, { early: true })

/** The permissions of a restricted key, by the first part of a path below `/v1`. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>

/**
 * Checks the bearer token of a request: the secret key, or a restricted key with the permission for the request
 * (https://docs.stripe.com/keys/restricted-api-keys). Every method but GET needs `write`, also previews of invoices.
 * Throws Stripe's 401 and 403.
 */
export function requireKey(
  request: { authorization: string | undefined; method: string; path: string },
  secretKey: string,
  restrictedKeys: ReadonlyMap<string, Permissions>,
): void {
  const key = /^Bearer +(\S+)$/i.exec(request.authorization ?? '')?.[1]
  if (!key) {
    throw createRefusal(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    )
  }
  if (key === secretKey) return
  const permissions = restrictedKeys.get(key)
  if (!permissions) throw createRefusal(401, `Invalid API Key provided: ${maskKey(key)}`)
  const resource = request.path.split('/')[2] ?? ''
  const needed = request.method === 'GET' ? 'read' : 'write'
  const granted = permissions[resource]
  if (granted === 'write' || granted === needed) return
  throw createRefusal(
    403,
    `The provided key '${maskKey(key)}' does not have the required permissions for this endpoint. Having the 'rak_${resource}_${needed}' permission would allow this request to continue.`,
  )
}

/** Checks the Stripe-Version header: only the version that stripe-node pins is served. Throws a 400. */
export function requireVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return
  throw createRefusal(400, `Invalid Stripe API version: ${version}. The local cloud serves ${API_VERSION}.`)
}
