import { isLoopback, StartError } from './config.ts'

const vendorVariable = /(^DATABASE|(SANITY|SUPABASE|STRIPE|EMAILJS|SMTP).*)_(HOST|URL|ORIGIN)$/

/** The host of `https://host:port/path`, `postgres://…@host/db`, `host:port` or `host`. */
function parseHost(value: string): string | undefined {
  const url = value.includes('://') ? URL.parse(value) : URL.parse(`http://${value}`)
  return url?.hostname || undefined
}

/**
 * Describes why a variable belongs to a real account: it has one of Stripe's live keys (https://docs.stripe.com/keys), or a
 * vendor's URL that is not on this machine; undefined when it doesn't. Contains the host of a URL, but no other part of the
 * value.
 */
export function describeRealCredential(name: string, value: string): string | undefined {
  if (/\b[sr]k_live_/.test(value)) return 'is a live Stripe key'
  if (!vendorVariable.test(name) || value.startsWith('/')) return undefined
  const host = parseHost(value)
  if (host && isLoopback(host)) return undefined
  return `points to ${host ? `"${host}"` : 'an unknown host'}, which is not this machine`
}

/** Refuses to start with credentials of real accounts. Throws a StartError with the variable and {@link describeRealCredential}. */
export function refuseLiveCredentials(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) {
    const reason = value && describeRealCredential(name, value)
    if (reason)
      throw new StartError(
        `${name} ${reason}: the local cloud does not start with a real account's credentials. Unset it first.`,
      )
  }
}
