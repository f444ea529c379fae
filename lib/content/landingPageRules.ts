import { filterUsablePaths, type LandingPage, landingPathProblem } from '@/lib/landingPages'
import { normalizePath, type RedirectValue } from './redirects'
import { getPublishedId } from './tags'

/** The paths that editors have assigned, drafts included. */
export type KnownPaths = { landingPages: readonly LandingPage[]; rules: readonly RedirectValue[] }

/** The published landing pages. */
export function filterPublished(landingPages: readonly LandingPage[]): LandingPage[] {
  return landingPages.filter(({ _id }) => getPublishedId(_id) === _id)
}

/**
 * Checks whether another document has the path of a landing page.
 *
 * @param id - of the landing page, draft or not
 * @returns the fault and its correction, or null
 */
export function takenProblem(path: string, id: string, { landingPages, rules }: KnownPaths): string | null {
  const others = landingPages.filter(({ _id }) => getPublishedId(_id) !== getPublishedId(id))
  const other = others.find((page) => page.path === path)
  if (other) {
    const state = getPublishedId(other._id) === other._id ? '' : ', which is not published yet'
    return `${path} is the path of “${other.title}”${state}. Choose another one.`
  }
  const former = others.find((page) => page.formerPaths?.includes(path))
  if (former) {
    return `${path} redirects to “${former.title}”, which had this path before. Choose another path, or remove it from that page’s former paths first.`
  }
  const rule = rules.find(({ from }) => from && normalizePath(from) === path)
  if (!rule) return null
  return `${path} is redirected to ${rule.to || 'another URL'}. Remove that from “Redirects” first, or choose another path.`
}

/**
 * Finds the path that would stop working with the publication of a landing page: the published path, when the page moves
 * without a redirect from it.
 *
 * @param path - the new one
 * @param formerPaths - of the document
 * @param publishedPath - the current one
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
 * Checks the former paths of a landing page, see {@link takenProblem} and {@link findLostPath}. Published paths are
 * not refused: a path that another document took since must not block other changes of the page.
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

/** The redirects from the former paths of landing pages. */
export function listFormerPathRedirects(landingPages: readonly LandingPage[]): RedirectValue[] {
  return landingPages.flatMap(({ path, formerPaths = [] }) =>
    formerPaths.map((from) => ({ from, to: path, match: 'exact', status: '301' })),
  )
}
