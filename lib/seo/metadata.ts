import type { Metadata } from 'next'
import { fillTemplate } from '@/lib/content/format'
import { type PictureValue, pictureUrl } from '@/lib/content/image'
import type { SiteContent } from '@/lib/content/settings'
import { socialImagePath, socialSize } from './socialImage'

/** The public origin of the site, without a slash at its end. */
export const siteOrigin = new URL(process.env.NEXT_PUBLIC_SITE_URL || 'http://localhost:3000').origin

/** Pages that search engines should not show. */
const unlisted = new Set([
  '/success',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/auth/confirm',
  '/account',
  '/claim',
])

type SeoValue = { title?: string | null; description?: string | null; image?: PictureValue | null }

/**
 * The metadata of a page: title, description, canonical address, social preview.
 *
 * @param seo - the page's own texts and picture; what is missing stays out, or comes from the settings
 * @param settings - the site's name, the template of titles, the words for the card of pages without a picture
 * @param path - the page's path; null for the page of unknown addresses, which has no address of its own
 */
export function pageMetadata(
  seo: SeoValue | null | undefined,
  settings: SiteContent['settings'] | undefined,
  path: string | null,
): Metadata {
  const title = pageTitle(seo?.title, settings)
  const description = seo?.description || undefined
  const siteName = settings?.siteName || undefined
  return {
    metadataBase: new URL(siteOrigin),
    title,
    description,
    applicationName: siteName,
    formatDetection: { telephone: false, email: false, address: false },
    robots: path === null || unlisted.has(path) ? { index: false } : undefined,
    alternates: path === null ? undefined : { canonical: path },
    openGraph: {
      type: 'website',
      locale: 'en_US',
      title: seo?.title || title,
      description,
      siteName,
      url: path ?? undefined,
      images: [ownImage(seo?.image) ?? card(settings, path)],
    },
    twitter: { card: 'summary_large_image' },
  }
}

function pageTitle(
  title: string | null | undefined,
  settings: SiteContent['settings'] | undefined,
): string | undefined {
  const siteName = settings?.siteName
  if (!title) return siteName || undefined
  const template = settings?.titleTemplate
  return template && siteName ? fillTemplate(template, { title, siteName }) : title
}

function ownImage(picture: PictureValue | null | undefined) {
  const url = pictureUrl(picture, socialSize.width, socialSize.width / socialSize.height)
  return url ? { url, ...socialSize, alt: picture?.alt || undefined } : undefined
}

function card(settings: SiteContent['settings'] | undefined, path: string | null) {
  const alt = settings?.socialImage?.alt || undefined
  return { url: socialImagePath(path), ...socialSize, type: 'image/png', alt }
}
