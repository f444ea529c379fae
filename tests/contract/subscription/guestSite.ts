import { startAuthService } from 'local-cloud/testing/authService'
import { afterAll, expect, vi } from 'vitest'
import { parseEmailLink } from '@/lib/auth/browser/emailLink'
import type { User } from '@/lib/auth/server/requireUser'
import type { Mail } from '@/lib/mail'
import { minimalEnvironment } from '../../support/minimalEnvironment.ts'
import { SITE, setUpSite } from './support.ts'

/** A site with its own account service, for guests who buy and then sign in. */
type GuestSite = Awaited<ReturnType<typeof setUpGuestSite>>

/** Starts the guest site of a test file, and stops it after the last test. Silences the console. */
export async function setUpGuestSite() {
  const accounts = await startAuthService()
  Object.assign(process.env, {
    ...minimalEnvironment(),
    NEXT_PUBLIC_SUPABASE_URL: accounts.url,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: accounts.publishableKey,
    SUPABASE_SECRET_KEY: accounts.secretKey,
  })
  vi.resetModules()
  /** Modules of the site, imported after the environment variables of the account service are set. */
  const lib = {
    ...(await import('@/lib/auth/server/signInLink')),
    ...(await import('@/lib/auth/server/verifyEmail')),
    ...(await import('@/lib/membership/checkout/checkout')),
    ...(await import('@/lib/membership/context')),
    ...(await import('@/lib/membership/mail/dueMails')),
  }
  const site = await setUpSite()
  Object.assign(site.billing, { mailSignInLink: lib.mailSignInLink, accountState: lib.readAccountState })
  afterAll(() => accounts.stop())
  return { accounts, lib, site }
}

/** Opens the link in an email as a browser does, and signs in with it. Returns the user. */
export async function openMailLink({ accounts, lib }: GuestSite, mail: Mail | undefined): Promise<User> {
  const [, url = ''] = /: (http\S+\/auth\/confirm#\S+)/.exec(mail?.text ?? '') ?? []
  const link = parseEmailLink(new URL(url).hash, SITE)
  if (!link) throw new Error('The email contains no valid link.')
  expect(link.next).toBe(`${SITE}/account?password=later`)
  const { access_token } = await lib.verifyEmail({ token_hash: link.tokenHash, type: link.type })
  const { data, error } = await accounts.createClient().auth.getUser(access_token)
  if (error) throw error
  return { id: data.user.id, email: data.user.email ?? '' }
}
