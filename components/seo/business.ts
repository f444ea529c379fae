import { isText, textsIn } from '@/components/ui/list'
import { pictureUrl } from '@/lib/content/image'
import { linkHref } from '@/lib/content/links'
import type { SiteContent } from '@/lib/content/settings'

/**
 * The studio for search engines, see https://schema.org/LocalBusiness. What the settings do not have is
 * left out.
 *
 * @param origin - the public origin of the site
 * @returns null without a name
 */
export function businessData(settings: SiteContent['settings'] | undefined, origin: string): object | null {
  if (!settings || !isText(settings.siteName)) return null
  const lines = textsIn(settings.address).map((line) => line.text)
  const profiles = (Array.isArray(settings.socialLinks) ? settings.socialLinks : []).flatMap(
    (link) => linkHref(link)?.href ?? [],
  )
  return {
    '@context': 'https://schema.org',
    '@type': ['Organization', 'LocalBusiness'],
    '@id': `${origin}/#business`,
    name: settings.siteName,
    slogan: settings.tagline ?? undefined,
    url: `${origin}/`,
    image: pictureUrl(settings.socialImage, 1200, 1200 / 630) ?? undefined,
    email: settings.contactEmail ?? undefined,
    telephone: settings.contactPhone ?? undefined,
    address: lines.length > 0 ? lines.join(', ') : undefined,
    sameAs: profiles.length > 0 ? profiles : undefined,
  }
}
