import type { MetadataRoute } from 'next'
import { allPages, isListed } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'

/** The pages for search engines. */
export default function sitemap(): MetadataRoute.Sitemap {
  return allPages.filter(isListed).map(({ path }) => ({ url: new URL(path, siteOrigin).href }))
}
