import { describeLandingPathProblem, filterUsablePaths, type LandingPage } from '@/lib/landingPages'
import { getPublishedId } from '../reading/tags'
import { normalizePath, type RedirectValue } from './redirects'

/** The paths that editors have assigned, drafts included. */
export type KnownPaths = { landingPages: readonly LandingPage[]; rules: readonly RedirectValue[] }

/** Suggests a landing page's path from the page's name; undefined when the name yields no valid path. */
export function suggestLandingPath(name: unknown): string | undefined {
  const words = String(name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f’']/g, '')
  const path = `/${words.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`
  return describeLandingPathProblem(path) ? undefined : path
}

/**
 * Checks whether another document uses or redirects the path chosen for a landing page.
 *
 * @returns the problem and how to fix it, or null
 */
export function describeTakenPathProblem(
  path: string,
  id: string,
  { landingPages, rules }: KnownPaths,
): string | null {
  const otherPages = landingPages.filter(({ _id }) => getPublishedId(_id) !== getPublishedId(id))
  const currentOwner = otherPages.find((page) => page.path === path)
  if (currentOwner) {
    const state = getPublishedId(currentOwner._id) === currentOwner._id ? '' : ', which isn’t published yet'
    return `${path} is the path of “${currentOwner.title}”${state}. Choose another one.`
  }
  const formerOwner = otherPages.find((page) => page.formerPaths?.includes(path))
  if (formerOwner) {
    return `${path} redirects to “${formerOwner.title}”, which had this path before. Choose another path, or remove this one from that page’s former paths first.`
  }
  const rule = rules.find(({ from }) => from && normalizePath(from) === path)
  if (!rule) return null
  return `${path} is redirected to ${rule.to || 'another URL'}. Remove that redirect first, or choose another path.`
}

/**
 * Finds the path that would stop working when a landing page is published: its published path, when the page moves
 * without a redirect from there. A page that was never published has none.
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
 * Checks a landing page's former paths with {@link describeTakenPathProblem} and {@link findLostPath}. A former path
 * that is already published is accepted even when another document has taken it, so that other changes can be published.
 *
 * @returns the problem and how to fix it, or null
 */
export function describeFormerPathsProblem(
  formerPaths: unknown,
  { path, id, ...knownPaths }: KnownPaths & { path: unknown; id: string },
): string | null {
  const paths: unknown[] = Array.isArray(formerPaths) ? formerPaths : []
  const published = knownPaths.landingPages.find(({ _id }) => _id === getPublishedId(id))
  const publishedPath = published?.path
  for (const former of paths.map(String)) {
    const isNew = former !== publishedPath && !published?.formerPaths?.includes(former)
    const problem =
      describeLandingPathProblem(former) ?? (isNew ? describeTakenPathProblem(former, id, knownPaths) : null)
    if (problem) return problem
  }
  const lostPath = findLostPath(path, formerPaths, publishedPath)
  return lostPath ? `This page was published at ${lostPath}. Add that path so that it redirects here.` : null
}

/** Lists the redirects from the former paths of landing pages. */
export function listFormerPathRedirects(landingPages: readonly LandingPage[]): RedirectValue[] {
  return landingPages.flatMap(({ path, formerPaths = [] }) =>
    formerPaths.map((from) => ({ from, to: path, match: 'exact', status: '301' })),
  )
}
