import type { MetadataRoute } from 'next'
import { pages, studioPath } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'

/** Search engines may read the site, and neither its functions nor the Studio. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: '*', allow: '/', disallow: ['/api/', studioPath, pages.success.path] },
    sitemap: `${siteOrigin}/sitemap.xml`,
  }
}
