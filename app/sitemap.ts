import { defineQuery } from 'groq'
import type { MetadataRoute } from 'next'
import { fetchPublished } from '@/lib/content/published'
import { landingPageListTag } from '@/lib/content/tags'
import type { SitemapQueryResult } from '@/lib/content/types.generated'
import { parseLandingPages, toPage } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import { isIndexable, siteOrigin } from '@/lib/seo/metadata'

/** Pages that editors exclude from search engines, or whose canonical URL is elsewhere. */
export const sitemapQuery = defineQuery(
  `*[_id in $ids || _type == "landingPage"] | order(path asc){_id, _type, path, seo{noindex, canonical}}`,
)

/** The pages for search engines. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const listed = allPages.filter(isListed)
  const ids = listed.map(({ document }) => document)
  // typegen derived this type from the query and the schema.
  const documents = (await fetchPublished(sitemapQuery, { ids }, [
    ...ids,
    landingPageListTag,
  ])) as SitemapQueryResult
  const isIncluded = (id: string) => {
    const document = documents.find(({ _id }) => _id === id)
    return document !== undefined && isIndexable(document.seo)
  }
  const landingPages = parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage')).map(toPage)
  return [...listed, ...landingPages]
    .filter(({ document }) => isIncluded(document))
    .map(({ path }) => ({ url: new URL(path, siteOrigin).href }))
}
