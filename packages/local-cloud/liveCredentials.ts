import { isLoopback, StartError } from './config.ts'

const vendorVariable = /(^DATABASE|(SANITY|SUPABASE|STRIPE|EMAILJS|SMTP).*)_(HOST|URL|ORIGIN)$/

/** The host of `https://host:port/path`, `postgres://…@host/db`, `host:port` or `host`. */
function parseHost(value: string): string | undefined {
  const url = value.includes('://') ? URL.parse(value) : URL.parse(`http://${value}`)
  return url?.hostname || undefined
}

/**
 * Refuses to start with credentials of real accounts: Stripe's live keys (https://docs.stripe.com/keys), or a vendor's
 * URL that is not on this machine. Throws a StartError with the variable's name and the host of a URL, but no other part
 * of its value.
 */
export function refuseLiveCredentials(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue
    if (/\b[sr]k_live_/.test(value)) {
      throw new StartError(
        `${name} is a live Stripe key: the local cloud does not start with real accounts. Unset it first.`,
      )
    }
    if (!vendorVariable.test(name) || value.startsWith('/')) continue
    const host = parseHost(value)
    if (!host || !isLoopback(host)) {
      throw new StartError(
        `${name} points to ${host ? `"${host}"` : 'an unknown host'}, which is not this machine: the local cloud does not start with real accounts. Unset it first.`,
      )
    }
  }
}
