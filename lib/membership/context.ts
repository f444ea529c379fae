import 'server-only'
import type Stripe from 'stripe'
import { RequestProblem } from '@/lib/api/problem'
import { createSiteTurnstileVerifier, type VerifyCaptcha } from '@/lib/api/turnstile'
import { createAdminClient } from '@/lib/auth/server/clients'
import { mailSignInLink } from '@/lib/auth/server/signInLink'
import { fetchRevisionAuthor } from '@/lib/content/reading/history'
import { type Database, openDatabase } from '@/lib/database/database'
import { environment } from '@/lib/env'
import { createMailer, readSmtpAccount } from '@/lib/mail'
import { createIdentityHash, type IdentityHash } from './identityHash'
import { type MailServices, readMailTexts } from './mail/mailTexts'
import { isLiveKey, requireMode } from './mode'
import { type PublishedOffer, readPublishedOffer } from './offer/publishedOffer'
import { createStripe } from './stripe'

/** Whether the owner of an account can sign in. */
type AccountState = 'active' | 'banned' | 'missing'

/** The dependencies of billing. Tests pass their own. */
export type Billing = {
  stripe: Stripe
  hashIdentity: IdentityHash
  livemode: boolean
  database: Database
  /** The site's public origin. */
  siteOrigin: string
  /** How many days access lasts after the paid period while the renewal is unpaid. */
  graceDays: number
  /** Whether a membership gives access while staff have paused its collection in Stripe. */
  hasAccessWhilePaused: boolean
  /** Reads the state of an account, which may be deleted or banned after the request's token was verified. */
  accountState(userId: string): Promise<AccountState>
  /**
   * Emails a link with which the owner of an email signs in, and which creates a missing account.
   *
   * @param next - the link's target, a URL of the site
   * @param clientIp - the IP by which the account service limits emails
   */
  mailSignInLink(email: string, next: string, clientIp?: string): Promise<void>
  /** Reads the published offer; throws a RequestProblem when it cannot be read or sold. */
  offer(): Promise<PublishedOffer>
  /** The author of a published revision of the offer, null when unknown; throws when the Content Lake fails. */
  offerAuthor(revision: string): Promise<string | null>
  /** Undefined without Turnstile, or without its secret key on the server. */
  verifyCaptcha: VerifyCaptcha | undefined
  /** Undefined without an SMTP account in the environment. */
  mail: MailServices | undefined
  now(): Date
}

let sharedBilling: Billing | undefined
let isModeVerified = false

/**
 * Returns the dependencies of billing in this process.
 *
 * @throws RequestProblem 503 `billing_unavailable` while Stripe, the database or the secret of the hashes is not
 * configured, or while Stripe's key is live and the database has test data, or the reverse; 503
 * `database_unavailable` during a Postgres outage
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

function openBilling(): Billing | undefined {
  const env = environment()
  if (!env.STRIPE_SECRET_KEY || !env.DATABASE_URL || !env.EMAIL_HASH_SECRET) return undefined
  const account = readSmtpAccount(env)
  return {
    stripe: createStripe(env.STRIPE_SECRET_KEY, env.STRIPE_API_ORIGIN),
    hashIdentity: createIdentityHash(env.EMAIL_HASH_SECRET),
    livemode: isLiveKey(env.STRIPE_SECRET_KEY),
    database: openDatabase(env.DATABASE_URL, { ca: env.DATABASE_CA }),
    siteOrigin: env.NEXT_PUBLIC_SITE_URL,
    graceDays: env.PAST_DUE_GRACE_DAYS,
    hasAccessWhilePaused: env.PAUSED_ACCESS === 'on',
    accountState: readAccountState,
    mailSignInLink,
    offer: readPublishedOffer,
    offerAuthor: (revision) => fetchRevisionAuthor('offer', revision),
    verifyCaptcha: createSiteTurnstileVerifier(),
    mail: account && { send: createMailer(account), texts: readMailTexts },
    now: () => new Date(),
  }
}

/** Reads whether an account exists, and is not banned. Throws a RequestProblem 503 `accounts_unavailable`. */
export async function readAccountState(userId: string): Promise<AccountState> {
  const { data, error } = await createAdminClient().auth.admin.getUserById(userId)
  if (error?.code === 'user_not_found') return 'missing'
  if (error) throw new RequestProblem(503, 'accounts_unavailable', { cause: error })
  const { banned_until: bannedUntil } = data.user
  return bannedUntil && Date.parse(bannedUntil) > Date.now() ? 'banned' : 'active'
}
