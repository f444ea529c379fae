import { propertyOf } from '@/lib/errorCode'
import { nextAddress } from './nextPath'

const types = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const

/** What a link in an e-mail carries. */
export type EmailLink = {
  tokenHash: string
  type: (typeof types)[number]
  /** Where to go afterwards: an address of the site. */
  next: string
}

/**
 * A script for the head of `/auth/confirm`: takes the token out of the address before anything else of the page runs,
 * so that it gets into no history, no bookmark and no other request. It stays with this entry of the tab's history, so
 * that the page can be loaded again.
 */
export const emailLinkScript =
  'if(location.search)history.replaceState({emailLink:location.search},"",location.pathname)'

/**
 * Reads a link's parameters: `token_hash`, `type` and `next`, as the e-mail templates write them
 * (https://supabase.com/docs/guides/auth/auth-email-templates).
 *
 * @param search - the query of the address
 * @param origin - the site's own origin, where `next` has to be
 * @returns undefined when there is no token, or one of an unknown kind
 */
export function parseEmailLink(search: string, origin: string): EmailLink | undefined {
  const params = new URLSearchParams(search)
  const tokenHash = params.get('token_hash')
  const type = types.find((each) => each === params.get('type'))
  if (!tokenHash || !/^[\w-]{1,256}$/.test(tokenHash) || !type) return undefined
  const choosesPassword = type === 'recovery' || type === 'invite'
  const home = new URL('/', origin).href
  const next = nextAddress(params.get('next'), origin)
  // Who recovers an account, or was invited to one, chooses a password, unless the link says where to go.
  return { tokenHash, type, next: choosesPassword && next === home ? `${origin}/reset-password` : next }
}

/** The link with which this page was opened. */
export function emailLinkOfPage(): EmailLink | undefined {
  const kept = propertyOf(history.state, 'emailLink')
  return parseEmailLink(typeof kept === 'string' ? kept : location.search, location.origin)
}

/** Forgets the link, once it is used up. */
export function forgetEmailLink(): void {
  history.replaceState({ ...history.state, emailLink: '' }, '', location.pathname)
}
