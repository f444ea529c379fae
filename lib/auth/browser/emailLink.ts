import { isEmail } from '@/lib/email'
import { getProperty } from '@/lib/errorCode'
import { pages } from '@/lib/pages'
import { resolveNextUrl } from './nextUrl'

const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const

/** The parameters of a link in an email. */
export type EmailLink = {
  /** Empty for an expired link. */
  tokenHash: string
  type: (typeof linkTypes)[number]
  /** The URL to open next, on this site. */
  next: string
  /** The account's email, if the link contains it. It is never trusted, since a link can contain any email. */
  email?: string | undefined
  /** The new email of an email change. It is never trusted either. */
  newEmail?: string | undefined
  /** The code of an email change, which proves to which email the link was sent. */
  code?: string | undefined
}

/** A query parameter that marks the target of a buyer's link. Buyers may set a password later, at `/account`. */
const passwordParameter = 'password'

/** Returns a link's target, marked so that the link only signs in, without the step of choosing a password. */
export function skipPasswordStep(next: string): string {
  const url = new URL(next)
  url.searchParams.set(passwordParameter, 'later')
  return url.href
}

/** Returns a link's target without the mark, and whether {@link skipPasswordStep} marked it. */
export function readTarget(next: string): { url: string; skipsPassword: boolean } {
  const url = new URL(next)
  const skipsPassword = url.searchParams.get(passwordParameter) === 'later'
  if (skipsPassword) url.searchParams.delete(passwordParameter)
  return { url: url.href, skipsPassword }
}

/**
 * An inline script of `/auth/confirm`. Before the first paint, it moves the token from the URL to the state of the tab's
 * history entry, so that bookmarks do not contain it. Links have the token in the fragment, which browsers do not send;
 * older emails have it in the query. Another link in the same tab changes only the fragment, so the page is reloaded.
 */
export const emailLinkScript =
  '{const l=location.hash.length>1?location.hash:location.search;if(/token_hash=/.test(l))history.replaceState({emailLink:l},"",location.pathname);addEventListener("hashchange",()=>/token_hash=/.test(location.hash)&&location.reload())}'

/**
 * Parses a link's parameters: `token_hash`, `type`, `next`, `email`, `new_email` and `code`, as in the email templates
 * (https://supabase.com/docs/guides/auth/auth-email-templates).
 *
 * @param parameters - the fragment of the URL with its `#`, or the query with its `?`
 * @returns undefined without a well-formed token, or with an unknown type
 */
export function parseEmailLink(parameters: string, origin: string): EmailLink | undefined {
  const params = new URLSearchParams(parameters.replace(/^[#?]/, ''))
  const tokenHash = params.get('token_hash')
  const type = linkTypes.find((linkType) => linkType === params.get('type'))
  if (!tokenHash || !/^[\w-]{1,256}$/.test(tokenHash) || !type) return undefined
  const choosesPassword = type === 'recovery' || type === 'invite'
  const home = new URL('/', origin).href
  const next = resolveNextUrl(params.get('next'), origin)
  const email = params.get('email') ?? ''
  const newEmail = params.get('new_email') ?? ''
  const code = params.get('code')
  return {
    tokenHash,
    type,
    // A recovery or an invitation ends with choosing a password, unless the link has another target.
    next: choosesPassword && next === home ? `${origin}/reset-password` : next,
    ...(isEmail(email) ? { email } : {}),
    ...(isEmail(newEmail) ? { newEmail } : {}),
    ...(code ? { code } : {}),
  }
}

/**
 * Returns a link's purpose, which is the prefix of the page's message names; undefined for a link without the emails
 * that these messages mention.
 */
export function getLinkPurpose({ type, next, email, newEmail }: EmailLink) {
  if (!email) return undefined
  if (type === 'email_change') return newEmail ? 'change' : undefined
  if (type === 'recovery') return 'reset'
  const { url, skipsPassword } = readTarget(next)
  if (skipsPassword) return new URL(url).pathname === pages.account.path ? 'membership' : 'signIn'
  return type === 'signup' || type === 'invite' ? 'signUp' : 'signIn'
}

/** Returns the link that opened this page; undefined when it is malformed or was used, or when there is none. */
export function readEmailLink(): EmailLink | undefined {
  const stored = getProperty(history.state, 'emailLink')
  const parameters = typeof stored === 'string' ? stored : location.hash || location.search
  return parseEmailLink(parameters, location.origin)
}

/**
 * Parses the fragment that the account service adds to the URL when it redirects from an expired link
 * (https://supabase.com/docs/guides/auth/debugging/error-codes).
 *
 * @returns the parameters for a new link, which only signs in, whatever the purpose of the expired one; undefined for
 * any other fragment
 */
export function parseExpiredLink(fragment: string, origin: string): EmailLink | undefined {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  if (params.get('error_code') !== 'otp_expired') return undefined
  return { tokenHash: '', type: 'email', next: resolveNextUrl(params.get('next'), origin) }
}

/** Removes the used link from the history entry. */
export function clearEmailLink(): void {
  history.replaceState({ ...history.state, emailLink: '' }, '', location.pathname)
}
