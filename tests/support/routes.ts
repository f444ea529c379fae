import { allPages, isListed, notFound } from '../../lib/pages.ts'

/** The public pages of the site, each with the id of its document. */
export const publicRoutes = allPages.map(({ path, document }) => ({ path, document }))

/** The pages that search engines should not show. */
export const unlistedPaths: ReadonlySet<string> = new Set(
  allPages.filter((page) => !isListed(page)).map(({ path }) => path),
)

/** A path that does not exist. */
export const unknownRoute = { path: '/no-such-page', document: notFound.document }

/** All pages and an unknown path. */
export const allRoutes = [...publicRoutes, unknownRoute]

/** Returns the expected status of a path. */
export function getStatus(path: string): number {
  return path === unknownRoute.path ? 404 : 200
}
