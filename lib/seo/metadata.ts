import type { Metadata } from 'next'
import { type PictureValue, pictureUrl } from '@/lib/content/media/image'
import type { SiteContent } from '@/lib/content/reading/settings'
import { resolveLink } from '@/lib/content/routing/links'
import { fillTemplate } from '@/lib/content/text/format'
import { isListed, type Page, pages } from '@/lib/pages'

/** The public origin of the site, without a trailing slash. */
export const siteOrigin = new URL(process.env.NEXT_PUBLIC_SITE_URL || 'http://localhost:3000').origin

/** The page's own `seo` object. */
export type SeoValue = {
  title?: string | null
  description?: string | null
  image?: PictureValue | null
  noindex?: boolean | null
  canonical?: string | null
}

/**
 * Creates the metadata of a page: title, description, canonical URL, social preview and exclusion from search
 * engines. Missing strings of the page are omitted, or come from the settings.
 *
 * @param page - null for the 404 page, which has no URL of its own
 */
export function pageMetadata(
  seo: SeoValue | null | undefined,
  settings: SiteContent['settings'] | undefined,
  page: Page | null,
): Metadata {
  const title = formatPageTitle(seo?.title, settings)
  const description = seo?.description || undefined
  const siteName = settings?.siteName || undefined
  return {
    metadataBase: new URL(siteOrigin),
    title,
    description,
    applicationName: siteName,
    formatDetection: { telephone: false, email: false, address: false },
    robots: page && isListed(page) && seo?.noindex !== true ? undefined : { index: false },
    alternates: page ? { canonical: getCanonicalUrl(seo) ?? page.path } : undefined,
    openGraph: {
      type: 'website',
      locale: 'en_US',
      title: seo?.title || title,
      description,
      siteName,
      url: page?.path,
      images: [getOwnImage(seo?.image) ?? getDrawnImage(seo?.title || siteName, page)],
    },
    twitter: { card: 'summary_large_image' },
  }
}

/** Returns the https URL that an editor set as a page's canonical URL; undefined without a valid one. */
function getCanonicalUrl(seo: SeoValue | null | undefined): string | undefined {
  const url = seo?.canonical ? resolveLink({ kind: 'url', url: seo.canonical }) : null
  return url?.external ? url.href : undefined
}

/** Whether `seo` lets search engines list a page; false when an editor excluded it or set a canonical URL. */
export function isIndexable(seo: SeoValue | null | undefined): boolean {
  return seo?.noindex !== true && getCanonicalUrl(seo) === undefined
}

function formatPageTitle(
  title: string | null | undefined,
  settings: SiteContent['settings'] | undefined,
): string | undefined {
  const siteName = settings?.siteName
  if (!title) return siteName || undefined
  const template = settings?.titleTemplate
  return template && siteName ? fillTemplate(template, { title, siteName }) : title
}

function getOwnImage(picture: PictureValue | null | undefined) {
  const url = pictureUrl(picture, socialSize.width, socialSize.width / socialSize.height)
  return url ? { url, ...socialSize, alt: picture?.alt || undefined } : undefined
}

function getDrawnImage(alt: string | undefined, page: Page | null) {
  return { url: socialImagePath(page), ...socialSize, type: 'image/png', alt }
}

/** The social image size that social networks recommend, in pixels. */
export const socialSize = { width: 1200, height: 630 }

/** Maps a social image's name to the id of the document whose headline it shows. `site` shows the site's name. */
export const socialImages: ReadonlyMap<string, string> = new Map([
  ['site', 'siteSettings'],
  ...Object.entries<Page>(pages)
    .filter(([, page]) => isListed(page))
    .map(([name, page]) => [name, page.document] as const),
])

/** Returns the path of the social image of a page; the site's image for null and for unlisted pages. */
export function socialImagePath(page: Page | null): string {
  if (!page || !isListed(page)) return '/social/site'
  const [name] = [...socialImages].find(([, document]) => document === page.document) ?? []
  return name ? `/social/${name}` : `/social/landing${page.path}`
}
