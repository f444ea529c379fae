import type { MetadataRoute } from 'next'
import { siteOrigin } from '@/lib/seo/metadata'

const paths = ['/', '/services', '/studio', '/about', '/contact', '/terms', '/privacy']

/** The pages for search engines; the confirmation after checkout is not one of them. */
export default function sitemap(): MetadataRoute.Sitemap {
  return paths.map((path) => ({ url: new URL(path, siteOrigin).href }))
}
