import { isLoopback, StartError } from './config.ts'

const vendorVariable = /(^DATABASE|(SANITY|SUPABASE|STRIPE|EMAILJS|SMTP).*)_(HOST|URL|ORIGIN)$/

/** The host of `https://host:port/path`, `postgres://…@host/db`, `host:port` or `host`. */
function parseHost(value: string): string | undefined {
  const url = value.includes('://') ? URL.parse(value) : URL.parse(`http://${value}`)
  return url?.hostname || undefined
}

/**
 * Describes why a variable belongs to a real account: it contains a live Stripe key (https://docs.stripe.com/keys), or
 * it is a vendor's URL or host that is not on this machine. Returns undefined for other variables. The description may
 * contain the host, but no other part of the value.
 */
export function describeRealCredential(name: string, value: string): string | undefined {
  if (/\b[sr]k_live_/.test(value)) return 'is a live Stripe key'
  if (!vendorVariable.test(name) || value.startsWith('/')) return undefined
  const host = parseHost(value)
  if (host && isLoopback(host)) return undefined
  return `points to ${host ? `"${host}"` : 'an unknown host'}, which is not this machine`
}

/** Throws a StartError for the first variable with a real account's credential (see {@link describeRealCredential}). */
export function refuseLiveCredentials(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) {
    const reason = value && describeRealCredential(name, value)
    if (reason)
      throw new StartError(
        `${name} ${reason}: the local cloud refuses a real account's credentials. Unset the variable first.`,
      )
  }
}
