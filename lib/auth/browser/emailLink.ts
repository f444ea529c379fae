import { getProperty } from '@/lib/errorCode'
import { resolveNextUrl } from './nextUrl'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const

/** The parameters of a link in an email. */
export type EmailLink = {
  tokenHash: string
  type: (typeof types)[number]
  /** The next URL, on this site. */
  next: string
}

/**
 * A script for the head of `/auth/confirm`: removes the token from the URL before anything else of the page runs, so
 * that it gets into no history, bookmark or other request. The history entry of the tab stores it, so that the page
 * can be reloaded. Links carry the token in the fragment, which no server sees; links mailed before that carry a
 * query. A second link in the same tab differs by its fragment alone, which does not load the page by itself.
 */
export const emailLinkScript =
  '{const l=location.hash.length>1?location.hash:location.search;if(/token_hash=/.test(l))history.replaceState({emailLink:l},"",location.pathname);addEventListener("hashchange",()=>/token_hash=/.test(location.hash)&&location.reload())}'

/**
 * Reads a link's parameters: `token_hash`, `type` and `next`, as the email templates write them
 * (https://supabase.com/docs/guides/auth/auth-email-templates).
 *
 * @param parameters - the fragment of the URL with its `#`, or the query with its `?`
 * @param origin - the site's own origin, where `next` has to be
 * @returns undefined when there is no token, or one of an unknown kind
 */
export function parseEmailLink(parameters: string, origin: string): EmailLink | undefined {
  const params = new URLSearchParams(parameters.replace(/^[#?]/, ''))
  const tokenHash = params.get('token_hash')
  const type = types.find((each) => each === params.get('type'))
  if (!tokenHash || !/^[\w-]{1,256}$/.test(tokenHash) || !type) return undefined
  const choosesPassword = type === 'recovery' || type === 'invite'
  const home = new URL('/', origin).href
  const next = resolveNextUrl(params.get('next'), origin)
  // A recovery or an invitation ends in a new password, unless the link has another target.
  return { tokenHash, type, next: choosesPassword && next === home ? `${origin}/reset-password` : next }
}

/** Returns the link that opened this page. */
export function readEmailLink(): EmailLink | undefined {
  const stored = getProperty(history.state, 'emailLink')
  const parameters = typeof stored === 'string' ? stored : location.hash || location.search
  return parseEmailLink(parameters, location.origin)
}

/**
 * The link that the account service has refused as expired, by the fragment with which it redirects
 * (https://supabase.com/docs/guides/auth/debugging/error-codes).
 *
 * @param fragment - with its `#`
 * @returns undefined for any other fragment; a new link signs in, whatever the expired one was for
 */
export function parseExpiredLink(fragment: string, origin: string): EmailLink | undefined {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  if (params.get('error_code') !== 'otp_expired') return undefined
  return { tokenHash: '', type: 'email', next: resolveNextUrl(params.get('next'), origin) }
}

/** Removes the link from the history entry, once it is used. */
export function clearEmailLink(): void {
  history.replaceState({ ...history.state, emailLink: '' }, '', location.pathname)
}
