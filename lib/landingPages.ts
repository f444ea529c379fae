import { allPages, findPage, type Page } from './pages.ts'

/** A page that editors created, at a path of their choice, and its former paths. */
export type LandingPage = { _id: string; path: string; title: string; formerPaths?: readonly string[] }

/** First segments of the site's own paths, and names that the framework reserves. */
const reservedSegments: ReadonlySet<string> = new Set([
  'api',
  'studio-admin',
  'social',
  'index',
  '404',
  '500',
  ...allPages.map(({ path }) => path.split('/')[1] ?? ''),
])

/** The maximum number of characters in a path, which has to fit on a poster. */
const maxPathLength = 60

/** Checks the path of a landing page. Returns the problem and how to fix it, or null. */
export function describeLandingPathProblem(path: string): string | null {
  if (!/^\/[a-z0-9]+(-[a-z0-9]+)*$/.test(path)) {
    return 'A path starts with a slash, then has lowercase letters, digits and hyphens, as in /podcast-for-coaches.'
  }
  if (path.length > maxPathLength)
    return `This path has ${path.length} characters. Use at most ${maxPathLength}.`
  const page = findPage(path)
  if (page) return `${path} is the page “${page.title}”. Choose another path.`
  return reservedSegments.has(path.slice(1))
    ? `${path} belongs to the site itself. Choose another path.`
    : null
}

/** Parses the landing pages of a query result, omitting those whose path is not usable. */
export function parseLandingPages(documents: unknown): LandingPage[] {
  if (!Array.isArray(documents)) return []
  return documents.flatMap((document: unknown) => {
    if (typeof document !== 'object' || document === null) return []
    const { _id, path, title, formerPaths } = Object.fromEntries(Object.entries(document))
    if (typeof _id !== 'string' || typeof path !== 'string' || describeLandingPathProblem(path)) return []
    const usableFormerPaths = filterUsablePaths(formerPaths)
    const page = { _id, path, title: typeof title === 'string' && title ? title : path }
    return [usableFormerPaths.length > 0 ? { ...page, formerPaths: usableFormerPaths } : page]
  })
}

/** Selects the valid paths of landing pages from a list; empty for a value that is not a list. */
export function filterUsablePaths(list: unknown): string[] {
  const paths: unknown[] = Array.isArray(list) ? list : []
  return paths.filter((path) => typeof path === 'string').filter((path) => !describeLandingPathProblem(path))
}

/** Converts a landing page to a {@link Page}. */
export function toPage({ _id, ...page }: LandingPage): Page {
  return { ...page, document: _id, kind: 'sections', reads: ['offer', 'gallery'] }
}
