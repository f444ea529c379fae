import { createHash, timingSafeEqual } from 'node:crypto'
import { StripeProblem } from '../errors.ts'
import { API_VERSION } from '../events/version.ts'

function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

/** The key in an Authorization header, as bearer or as the user of basic authentication. */
function keyIn(header: string): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(header)?.[1]
  if (bearer) return bearer
  const basic = /^Basic +(\S+)$/i.exec(header)?.[1]
  return basic && Buffer.from(basic, 'base64').toString('utf8').split(':')[0]
}

/** A key as errors show it. */
function masked(key: string): string {
  return key.length < 12
    ? '*'.repeat(key.length)
    : `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
}

/** What a restricted key may do, by the first part of a path below `/v1`; what is not there is refused. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>

/**
 * Checks that a restricted key may make a call (https://docs.stripe.com/keys/restricted-api-keys). Every call that is
 * not a GET is a write, previews of invoices too. Throws Stripe's 403.
 */
export function requirePermission(permissions: Permissions, key: string, method: string, path: string): void {
  const resource = path.split('/')[2] ?? ''
  const needed = method === 'GET' ? 'read' : 'write'
  const held = permissions[resource]
  if (held === 'write' || held === needed) return
  throw new StripeProblem(
    403,
    `The provided key '${masked(key)}' does not have the required permissions for this endpoint. Having the 'rak_${resource}_${needed}' permission would allow this request to continue.`,
    { early: true },
  )
}

/**
 * Checks the key of a request: the secret key, or one of the restricted keys. Throws Stripe's 401.
 *
 * @returns the key
 */
export function requireKey(
  header: string | undefined,
  secretKey: string,
  restrictedKeys: ReadonlyMap<string, Permissions>,
): string {
  const key = header && keyIn(header)
  if (!key) {
    throw new StripeProblem(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { early: true },
    )
  }
  if (!same(key, secretKey) && !restrictedKeys.has(key)) {
    throw new StripeProblem(401, `Invalid API Key provided: ${masked(key)}`, { early: true })
  }
  return key
}

/** Checks the Stripe-Version header: only the version that stripe-node pins is answered. Throws a 400. */
export function requireVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return
  throw new StripeProblem(
    400,
    `Invalid Stripe API version: ${version}. The local cloud answers ${API_VERSION}.`,
    {
      early: true,
    },
  )
}
