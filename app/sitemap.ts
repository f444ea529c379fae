import type { MetadataRoute } from 'next'
import { siteOrigin } from '@/lib/seo/metadata'

const paths = ['/', '/services', '/studio', '/about', '/contact', '/terms', '/privacy']

/** The pages for search engines; those of members are not among them. */
export default function sitemap(): MetadataRoute.Sitemap {
  return paths.map((path) => ({ url: new URL(path, siteOrigin).href }))
}
