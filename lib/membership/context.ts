import 'server-only'
import { RequestProblem } from '@/lib/api/problem'
import { createSiteTurnstileVerifier } from '@/lib/api/turnstile'
import { createAdminClient } from '@/lib/auth/server/clients'
import { mailSignInLink } from '@/lib/auth/server/signInLink'
import { openDatabase } from '@/lib/database/database'
import { environment } from '@/lib/env'
import { createMailer, readSmtpAccount } from '@/lib/mail'
import { createIdentityHash } from './identityHash'
import { readMailTexts } from './mail/mailTexts'
import { isLiveKey, requireMode } from './mode'
import { readPublishedOffer } from './offer/publishedOffer'
import { createStripe } from './stripe'

/** Billing's dependencies. Tests pass their own. */
export type Billing = NonNullable<ReturnType<typeof openBilling>>

let sharedBilling: Billing | undefined
let isModeVerified = false

/**
 * Returns this process's billing dependencies.
 *
 * @throws RequestProblem 503 `billing_unavailable` while Stripe, the database or `EMAIL_HASH_SECRET` is not configured,
 * or while Stripe's key is live and the database has test data, or vice versa; 503 `database_unavailable` during a
 * Postgres outage
 */
export async function getBilling(): Promise<Billing> {
  const billing = await getBillingIfConfigured()
  if (!billing) throw new RequestProblem(503, 'billing_unavailable')
  return billing
}

/**
 * Like {@link getBilling}, but returns undefined while billing is not configured. Such a site still shows its content.
 */
export async function getBillingIfConfigured(): Promise<Billing | undefined> {
  sharedBilling ??= openBilling()
  if (sharedBilling && !isModeVerified) {
    await requireMode(sharedBilling.database, sharedBilling)
    isModeVerified = true
  }
  return sharedBilling
}

function openBilling() {
  const env = environment()
  if (!env.STRIPE_SECRET_KEY || !env.DATABASE_URL || !env.EMAIL_HASH_SECRET) return undefined
  const account = readSmtpAccount(env)
  return {
    stripe: createStripe(env.STRIPE_SECRET_KEY, env.STRIPE_API_ORIGIN),
    hashIdentity: createIdentityHash(env.EMAIL_HASH_SECRET),
    livemode: isLiveKey(env.STRIPE_SECRET_KEY),
    database: openDatabase(env.DATABASE_URL, { ca: env.DATABASE_CA }),
    /** The site's public origin. */
    siteOrigin: env.NEXT_PUBLIC_SITE_URL,
    /** How many days access lasts after the paid period while the renewal is unpaid. */
    graceDays: env.PAST_DUE_GRACE_DAYS,
    /** Whether a membership gives access while staff have paused its payment collection in Stripe. */
    hasAccessWhilePaused: env.PAUSED_ACCESS === 'on',
    /** Reads the state of an account, which may have been deleted or banned since the request's token was verified. */
    accountState: readAccountState,
    mailSignInLink,
    offer: readPublishedOffer,
    /** Undefined without Turnstile, or without its secret key on the server. */
    verifyCaptcha: createSiteTurnstileVerifier(),
    /** Undefined without an SMTP account in the environment. */
    mail: account && { send: createMailer(account), texts: readMailTexts },
    now: () => new Date(),
  }
}

/** Reads whether an account exists, and whether it is banned. Throws a RequestProblem 503 `accounts_unavailable`. */
export async function readAccountState(userId: string): Promise<'active' | 'banned' | 'missing'> {
  const { data, error } = await createAdminClient().auth.admin.getUserById(userId)
  if (error?.code === 'user_not_found') return 'missing'
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  const { banned_until: bannedUntil } = data.user
  return bannedUntil && Date.parse(bannedUntil) > Date.now() ? 'banned' : 'active'
}
