import { allPages, isListed, notFound } from '../../lib/pages.ts'

/** The pages of the site, each with the document that its content comes from. */
export const publicRoutes = allPages.map(({ path, document }) => ({ path, document }))

/** The pages that search engines should not show. */
export const unlistedPaths: ReadonlySet<string> = new Set(
  allPages.filter((page) => !isListed(page)).map(({ path }) => path),
)

/** A path that does not exist. */
export const unknownRoute = { path: '/no-such-page', document: notFound.document }

/** Everything that a visitor can meet. */
export const allRoutes = [...publicRoutes, unknownRoute]

/** The status of a URL. */
export function getStatus(path: string): number {
  return path === unknownRoute.path ? 404 : 200
}
