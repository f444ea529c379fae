/** Pixels of a social preview, as the networks recommend them. */
export const socialSize = { width: 1200, height: 630 }

/** The document whose title each social image shows; the one named `site` shows the site's own. */
export const socialPages: Record<string, string> = {
  site: 'siteSettings',
  home: 'homePage',
  services: 'servicesPage',
  studio: 'studioPage',
  about: 'aboutPage',
  contact: 'contactPage',
  terms: 'legalPage-terms',
  privacy: 'legalPage-privacy',
}

/**
 * The address of a page's social image.
 *
 * @param path - the page's path; null, and pages that nobody shares, get the image of the site
 */
export function socialImagePath(path: string | null): string {
  const name = path === '/' ? 'home' : (path ?? '').slice(1)
  return `/social/${Object.hasOwn(socialPages, name) ? name : 'site'}`
}
