import { type AuthService, requireSession, startAuthService } from 'local-cloud/testing/authService'
import { afterAll, beforeAll, vi } from 'vitest'
import { type Site, startSite } from './support.ts'

type Library = typeof import('@/lib/membership/claims/claim') &
  typeof import('@/lib/membership/mail/dueMails') &
  typeof import('@/lib/membership/claims/claimMail')

/** A site with its own account service, for guests who buy and claim. */
export type GuestSite = {
  site: Site
  accounts: AuthService
  /** Modules of the site, imported after the environment variables of the account service are set. */
  lib: Library
}

/**
 * Starts a guest site before the first test of a file and stops it after the last. Silences the console.
 *
 * @param onStart - called with the guest site before the first test
 */
export function setUpGuestSite(onStart: (guestSite: GuestSite) => void): void {
  let guestSite: GuestSite
  beforeAll(async () => {
    const accounts = await startAuthService()
    for (const [name, value] of Object.entries({
      NEXT_PUBLIC_SITE_URL: 'http://localhost:3999',
      NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
      NEXT_PUBLIC_SANITY_DATASET: 'production',
      SANITY_API_READ_TOKEN: 'r'.repeat(24),
      SANITY_WEBHOOK_SECRET: 's'.repeat(24),
      NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: 'key',
      NEXT_PUBLIC_EMAILJS_SERVICE_ID: 'service',
      NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: 'template',
      NEXT_PUBLIC_SUPABASE_URL: accounts.url,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: accounts.publishableKey,
      SUPABASE_SECRET_KEY: accounts.secretKey,
    })) {
      vi.stubEnv(name, value)
    }
    vi.resetModules()
    const lib = {
      ...(await import('@/lib/membership/claims/claim')),
      ...(await import('@/lib/membership/claims/claimMail')),
      ...(await import('@/lib/membership/mail/dueMails')),
    }
    guestSite = { accounts, lib, site: await startSite() }
    onStart(guestSite)
    for (const method of ['info', 'warn', 'error'] as const)
      vi.spyOn(console, method).mockImplementation(() => {})
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
    await guestSite.site.close()
    await guestSite.accounts.stop()
  })
}

/** Buys a membership as a guest and delivers all webhooks. Returns the customer's id. */
export async function buyAsGuest({ site }: GuestSite, email: string): Promise<string> {
  const { sessionId } = await site.checkout({ network: email, email })
  await site.pay(sessionId)
  await site.deliverAll()
  return String((await site.stripe.checkout.sessions.retrieve(sessionId)).customer)
}

/**
 * Signs in with the link or the code of an email.
 *
 * @param claimNonce - the nonce of the emailed claim link, for the claimant
 * @returns the client and the claimant
 */
export async function openEmailLink(
  { accounts }: GuestSite,
  email: string,
  proof: Parameters<ReturnType<AuthService['createClient']>['auth']['verifyOtp']>[0],
  claimNonce: string,
) {
  const client = accounts.createClient()
  const { data, error } = await client.auth.verifyOtp(proof)
  if (error || !data.user) throw error ?? new Error('The link returned no user.')
  const { access_token: accessToken } = await requireSession(client)
  return { client, claimant: { user: { id: data.user.id, email }, accessToken, nonce: claimNonce } }
}
