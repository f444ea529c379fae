import 'server-only'
import { stegaClean } from '@sanity/client/stega'
import { defineQuery } from 'groq'
import { type LandingPage, parseLandingPages } from '@/lib/landingPages'
import { loadContent } from '../reading/load'
import { landingPageListId } from '../reading/tags'

/**
 * The landing pages with a path, oldest first, at most 1,000. The Studio prevents duplicate paths; if there are any,
 * the oldest page is shown.
 */
export const landingPagesQuery = defineQuery(
  `*[_type == "landingPage" && defined(path)] | order(_createdAt asc, _id asc)[0...1000]{_id, path, title, formerPaths}`,
)

/** Finds the landing page at a path; in draft mode also among drafts. */
export async function findLandingPage(path: string): Promise<LandingPage | undefined> {
  const documents = await loadContent(landingPagesQuery, { documents: [landingPageListId], plain: true })
  return parseLandingPages(stegaClean(documents)).find((page) => page.path === path)
}
