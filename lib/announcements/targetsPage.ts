import type { Page } from '../pages.ts'

/** The parameter of a page's query that names the announcement which a preview shows. */
export const announcementParam = 'announcement'

/**
 * Whether an announcement is meant for a page: for all pages when it names none. A landing page goes by its former
 * addresses, too, so that it keeps its announcements when it moves.
 *
 * @param pages - the addresses that the announcement names, without marks of the preview
 */
export function targetsPage(
  pages: readonly unknown[] | null,
  { path, formerPaths = [] }: Pick<Page, 'path' | 'formerPaths'>,
): boolean {
  return !pages?.length || [path, ...formerPaths].some((address) => pages.includes(address))
}
