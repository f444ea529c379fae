import { parseLandingPages } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import { type Query, useQuery } from '../useQuery'

/** Fetches all landing pages, drafts included. */
const allLandingPagesQuery: Query = {
  query: '*[_type == "landingPage"] | order(title asc){_id, path, title}',
  perspective: 'drafts',
}

/** The pages that links and announcements can select: fixed pages, then landing pages once they are loaded. */
export function usePages(): { path: string; title: string }[] {
  return [...allPages.filter(isListed), ...parseLandingPages(useQuery<unknown>(allLandingPagesQuery))]
}
