import type { LandingPage } from '@/lib/landingPages'
import { comparablePath, type RedirectValue } from './redirects'
import { publishedId } from './tags'

/** The addresses that editors have given out, drafts included. */
export type KnownAddresses = { landingPages: readonly LandingPage[]; rules: readonly RedirectValue[] }

/** The landing pages that visitors can open. */
export function publishedOf(landingPages: readonly LandingPage[]): LandingPage[] {
  return landingPages.filter(({ _id }) => publishedId(_id) === _id)
}

/**
 * Whether somebody else has the address of a landing page. A redirect from the page's own former address is not in its
 * way: it goes when the page moves back.
 *
 * @param id - of the landing page, draft or not
 * @returns what is wrong and how to put it right, or null
 */
export function takenProblem(
  path: string,
  id: string,
  { landingPages, rules }: KnownAddresses,
): string | null {
  const own = publishedId(id)
  const other = landingPages.find((page) => page.path === path && publishedId(page._id) !== own)
  if (other) {
    const state = publishedId(other._id) === other._id ? '' : ', which is not published yet'
    return `${path} is the address of “${other.title}”${state}. Please choose another one.`
  }
  const isAt = landingPages.find(({ _id }) => _id === own)?.path
  const rule = rules.find(({ from }) => from && comparablePath(from) === path)
  if (!rule || (isAt && rule.match !== 'prefix' && pathOf(rule.to) === isAt)) return null
  return `${path} is redirected to ${rule.to || 'another address'}. Remove that from “Redirects” first, or choose another address.`
}

/** The address without the place in the page. */
function pathOf(to: string | null | undefined): string | undefined {
  return to?.replace(/#.*$/, '')
}

/** A redirect as it stands in its document. */
export type KeyedRedirect = RedirectValue & { _key?: string; _type?: string }

/**
 * The redirects after a landing page has moved: its old address leads to the new one, what led to the old one leads to
 * the new one at once, and nothing leads away from the new one.
 *
 * @param key - for a new redirect, unique in the list
 */
export function redirectsAfterMove(
  rules: readonly KeyedRedirect[],
  { from, to, key }: { from: string; to: string; key: string },
): KeyedRedirect[] {
  const isAbout = ({ from: address, match }: KeyedRedirect) =>
    match !== 'prefix' && address && [from, to].includes(comparablePath(address) ?? '')
  const kept = rules
    .filter((rule) => !isAbout(rule))
    .map((rule) => (pathOf(rule.to) === from ? { ...rule, to: `${to}${rule.to?.slice(from.length)}` } : rule))
  return [...kept, { _key: key, _type: 'redirect', from, match: 'exact', to, status: '301' }]
}
