import { parseLandingPages } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import { type Question, useQuery } from './useQuery'

/** Landing pages that visitors can open, with their former paths. */
export const publishedLandingPages: Question = {
  query: '*[_type == "landingPage"]{_id, path, title, formerPaths}',
  perspective: 'published',
}

const allLandingPages: Question = {
  query: '*[_type == "landingPage"] | order(title asc){_id, path, title}',
  perspective: 'drafts',
}

/** The pages that links and announcements may name: those of the site, then landing pages once they are known. */
export function usePages(): { path: string; title: string }[] {
  return [...allPages.filter(isListed), ...parseLandingPages(useQuery<unknown>(allLandingPages))]
}
