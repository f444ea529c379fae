import type { MetadataRoute } from 'next'
import { pages, studioPath } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'

/** Excludes the API, the Studio and the page after Checkout from crawling. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', studioPath, pages.success.path] },
    sitemap: `${siteOrigin}/sitemap.xml`,
  }
}
