import { ContentLink } from '@/components/ui/link/ContentLink'
import { Text } from '@/components/ui/text/Text'
import { TextList } from '@/components/ui/text/TextList'
import type { SiteContent } from '@/lib/content/reading/settings'
import { resolveLink } from '@/lib/content/routing/links'
import { filterObjects } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import { siteOrigin } from '@/lib/seo/metadata'
import { ContactLinks } from './ContactLinks'

type FooterProps = {
  site: SiteContent
  /** The year in the copyright line. */
  year: number
}

/** The site's footer: a sentence, the postal address, contact details, links, the copyright line, and the picture note. */
export function Footer({ site, year }: FooterProps) {
  const { settings, messages } = site
  const social = filterObjects(settings?.socialLinks).filter((link) => resolveLink(link))
  const pageLinks = [...filterObjects(settings?.navigation), ...filterObjects(settings?.footerLinks)]
  const footerLinks = pageLinks.filter((link) => resolveLink(link))
  return (
    <footer data-origin={siteOrigin} className="surface-ink relative">
      <div className="page-grid gap-y-6 pt-12 pb-8 md:grid-rows-[auto_1fr] md:gap-y-10 md:pb-10 lg:pt-24">
        <Text className="footer-sentence no-print col-span-full md:col-span-7 md:row-span-2">
          {settings?.footerText}
        </Text>
        <div className="col-span-full md:col-[8/-1] lg:col-[8/10]">
          <address className="not-italic text-muted">
            <TextList texts={settings?.address} />
          </address>
        </div>
        <div className="col-span-full md:col-[8/-1] lg:col-[10/-1] lg:-mt-2">
          <ContactLinks site={site} />
          {social.length > 0 && (
            <ul className="no-print mt-4 flex flex-wrap gap-x-6">
              {social.map((link) => (
                <li key={link.key}>
                  <ContentLink link={link} site={site} className="text-link" />
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="col-span-full flex flex-wrap items-center justify-between gap-x-10 gap-y-2 border-t border-rule pt-5 text-sm text-muted">
          <Text>{fillTemplate(settings?.copyright, { year, siteName: settings?.siteName })}</Text>
          <Text>{settings?.pictureNote}</Text>
          {footerLinks.length > 0 && (
            <nav aria-label={messages.accessibility.footerNavigation} className="no-print">
              <ul className="flex flex-wrap gap-x-8">
                {footerLinks.map((link) => (
                  <li key={link.key}>
                    <ContentLink link={link} site={site} className="text-link font-normal hover:text-text" />
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
    </footer>
  )
}
