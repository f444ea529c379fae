import { defineQuery } from 'groq'
import type { MetadataRoute } from 'next'
import { fetchPublished } from '@/lib/content/reading/published'
import { landingPageListId } from '@/lib/content/reading/tags'
import type { SitemapQueryResult } from '@/lib/content/types.generated'
import { parseLandingPages, toPage } from '@/lib/landingPages'
import { allPages, isListed } from '@/lib/pages'
import { isIndexable, siteOrigin } from '@/lib/seo/metadata'

/** GROQ query for the pages, with the fields that decide whether search engines may index them. */
export const sitemapQuery = defineQuery(
  `*[_id in $ids || _type == "landingPage"] | order(path asc){_id, _type, path, seo{noindex, canonical}}`,
)

/** Lists the pages that search engines may index. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const listedPages = allPages.filter(isListed)
  const ids = listedPages.map(({ document }) => document)
  // typegen derived this type from the query and the schema.
  const documents = (await fetchPublished(sitemapQuery, { ids }, [
    ...ids,
    landingPageListId,
  ])) as SitemapQueryResult
  const isIncluded = (id: string) => {
    const document = documents.find(({ _id }) => _id === id)
    return document !== undefined && isIndexable(document.seo)
  }
  const landingPages = parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage')).map(toPage)
  return [...listedPages, ...landingPages]
    .filter(({ document }) => isIncluded(document))
    .map(({ path }) => ({ url: new URL(path, siteOrigin).href }))
}
