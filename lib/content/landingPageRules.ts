import { filterUsablePaths, type LandingPage, landingPathProblem } from '@/lib/landingPages'
import { normalizePath, type RedirectValue } from './redirects'
import { getPublishedId } from './tags'

/** The addresses that editors have given out, drafts included. */
export type KnownPaths = { landingPages: readonly LandingPage[]; rules: readonly RedirectValue[] }

/** The landing pages that visitors can open. */
export function filterPublished(landingPages: readonly LandingPage[]): LandingPage[] {
  return landingPages.filter(({ _id }) => getPublishedId(_id) === _id)
}

/**
 * Whether somebody else has the address of a landing page.
 *
 * @param id - of the landing page, draft or not
 * @returns what is wrong and how to put it right, or null
 */
export function takenProblem(path: string, id: string, { landingPages, rules }: KnownPaths): string | null {
  const others = landingPages.filter(({ _id }) => getPublishedId(_id) !== getPublishedId(id))
  const other = others.find((page) => page.path === path)
  if (other) {
    const state = getPublishedId(other._id) === other._id ? '' : ', which is not published yet'
    return `${path} is the address of “${other.title}”${state}. Please choose another one.`
  }
  const former = others.find((page) => page.formerPaths?.includes(path))
  if (former) {
    return `${path} leads to “${former.title}”, which was there before. Please choose another address, or remove this one from that page’s former addresses first.`
  }
  const rule = rules.find(({ from }) => from && normalizePath(from) === path)
  if (!rule) return null
  return `${path} is redirected to ${rule.to || 'another address'}. Remove that from “Redirects” first, or choose another address.`
}

/**
 * The address that visitors would lose if a landing page were published as it is: where it is published now, when it
 * moves and nothing leads from there.
 *
 * @param path - where it will be
 * @param formerPaths - its former addresses, as they are in the document
 * @param publishedPath - where it is published now
 */
export function findLostPath(
  path: unknown,
  formerPaths: unknown,
  publishedPath: string | undefined,
): string | undefined {
  return publishedPath === path || filterUsablePaths(formerPaths).includes(publishedPath ?? '')
    ? undefined
    : publishedPath
}

/**
 * Checks the former addresses of a landing page, see {@link takenProblem} and {@link findLostPath}. What is published already
 * is not refused: an address that somebody else has by now keeps nobody from changing the rest of the page.
 */
export function formerPathsProblem(
  formerPaths: unknown,
  { path, id, ...known }: KnownPaths & { path: unknown; id: string },
): string | null {
  const given: unknown[] = Array.isArray(formerPaths) ? formerPaths : []
  const published = known.landingPages.find(({ _id }) => _id === getPublishedId(id))
  const publishedPath = published?.path
  for (const former of given.map(String)) {
    const isNew = former !== publishedPath && !published?.formerPaths?.includes(former)
    const problem = landingPathProblem(former) ?? (isNew ? takenProblem(former, id, known) : null)
    if (problem) return problem
  }
  const lost = findLostPath(path, formerPaths, publishedPath)
  return lost ? `Visitors know this page at ${lost}. Please add that, so that it leads them here.` : null
}

/** The redirects from the former addresses of landing pages. */
export function listFormerPathRedirects(landingPages: readonly LandingPage[]): RedirectValue[] {
  return landingPages.flatMap(({ path, formerPaths = [] }) =>
    formerPaths.map((from) => ({ from, to: path, match: 'exact', status: '301' })),
  )
}
