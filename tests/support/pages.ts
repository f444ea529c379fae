import { allPages, isListed, notFound } from '../../lib/pages.ts'

/** All pages of the site except landing pages, each with the id of its document. */
export const publicPages = allPages.map(({ path, document }) => ({ path, document }))

/** The paths of the pages that search engines should not show. */
export const unlistedPaths: ReadonlySet<string> = new Set(
  allPages.filter((page) => !isListed(page)).map(({ path }) => path),
)

/** A path without a page, and the id of the 404 page's document. */
export const unknownPage = { path: '/no-such-page', document: notFound.document }

/** The {@link publicPages} and the {@link unknownPage}. */
export const allPagesAndUnknown = [...publicPages, unknownPage]

/** Returns the expected status of a path. */
export function getStatus(path: string): number {
  return path === unknownPage.path ? 404 : 200
}
