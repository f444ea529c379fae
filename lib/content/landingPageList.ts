import 'server-only'
import { stegaClean } from '@sanity/client/stega'
import { defineQuery } from 'groq'
import { type LandingPage, parseLandingPages } from '@/lib/landingPages'
import { loadContent } from './load'
import { landingPageList } from './tags'

/** All landing pages; of two at one path, which the Studio refuses, the older one wins. */
export const landingPagesQuery = defineQuery(
  `*[_type == "landingPage" && defined(path)] | order(_createdAt asc, _id asc)[0...1000]{_id, path, title, formerPaths}`,
)

/**
 * Finds the landing page at a path; in draft mode, drafts count.
 *
 * @param path - with its leading slash
 */
export async function findLandingPage(path: string): Promise<LandingPage | undefined> {
  const documents = await loadContent(landingPagesQuery, { documents: [landingPageList], plain: true })
  return parseLandingPages(stegaClean(documents)).find((page) => page.path === path)
}
