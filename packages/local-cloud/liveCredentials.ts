import { isLoopback, StartError } from './config.ts'

const VENDOR_ADDRESS = /(^DATABASE|(SANITY|SUPABASE|STRIPE|EMAILJS|SMTP).*)_(HOST|URL|ORIGIN)$/

/** The host name inside `https://host:port/path`, `postgres://…@host/db`, `host:port` or `host`. */
function hostOf(value: string): string | undefined {
  const url = value.includes('://') ? URL.parse(value) : URL.parse(`http://${value}`)
  return url?.hostname || undefined
}

/**
 * Refuses to run beside credentials of real accounts: Stripe's live keys (https://docs.stripe.com/keys), or a
 * vendor's address that isn't on this machine. Throws a StartError that names the variable, never its value.
 */
export function refuseLiveCredentials(env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue
    if (/\b[sr]k_live_/.test(value)) {
      throw new StartError(
        `${name} holds a live Stripe key: the local cloud does not start beside real accounts. Unset it first.`,
      )
    }
    if (!VENDOR_ADDRESS.test(name) || value.startsWith('/')) continue
    const host = hostOf(value)
    if (!host || !isLoopback(host)) {
      throw new StartError(
        `${name} points to "${host ?? value}", which is not this machine: the local cloud does not start beside real accounts. Unset it first.`,
      )
    }
  }
}
