import type { Page } from '../pages.ts'

/** The search parameter that selects the announcement to preview: `?announcement=<id>`. */
export const announcementSearchParam = 'announcement'

/**
 * Whether an announcement targets a page; without listed pages it targets all. A landing page's former paths count,
 * so its announcements remain after a move.
 *
 * @param pages - the paths selected in the announcement, without edit marks (stega)
 */
export function targetsPage(
  pages: readonly unknown[] | null,
  { path, formerPaths = [] }: Pick<Page, 'path' | 'formerPaths'>,
): boolean {
  return !pages?.length || [path, ...formerPaths].some((candidate) => pages.includes(candidate))
}
