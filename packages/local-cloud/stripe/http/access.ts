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

/** Checks the secret key. Throws Stripe's 401. */
export function requireKey(header: string | undefined, secretKey: string): void {
  const key = header && keyIn(header)
  if (!key) {
    throw new StripeProblem(
      401,
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { early: true },
    )
  }
  if (!same(key, secretKey)) {
    throw new StripeProblem(401, `Invalid API Key provided: ${masked(key)}`, { early: true })
  }
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
