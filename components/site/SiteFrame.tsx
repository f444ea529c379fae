import { cacheLife } from 'next/cache'
import type { ReactNode } from 'react'
import { SubscriptionSync } from '@/components/membership/SubscriptionSync'
import { JsonLd } from '@/components/site/JsonLd'
import { Text } from '@/components/ui/text/Text'
import { readPreviewSession } from '@/lib/content/preview/previewSession'
import { loadSettings } from '@/lib/content/reading/settings'
import { layoutElementIds } from '@/lib/layoutElementIds'
import { log } from '@/lib/log'
import { readTerms } from '@/lib/membership/offer/offer'
import { pages } from '@/lib/pages'
import { siteOrigin } from '@/lib/seo/metadata'
import { createBusinessData } from '@/lib/seo/structuredData'
import { Footer } from './Footer'
import { Header } from './Header'
import { PreviewBoundary } from './PreviewBoundary'

/** Header, main landmark and footer around the content of a page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PreviewBoundary>
        <SiteHeader />
      </PreviewBoundary>
      <main id={layoutElementIds.content} tabIndex={-1}>
        {children}
      </main>
      <PreviewBoundary>
        <SiteFooter />
      </PreviewBoundary>
    </>
  )
}

async function SiteHeader() {
  const site = await loadSettings()
  const { problem } = readTerms(site.offer)
  // A preview logs no error, since editors preview an offer before it is complete.
  if (problem && !(await readPreviewSession())) {
    log.error('content', `offer: nothing can be sold; checkout buttons link to the contact form: ${problem}`)
  }
  return <Header site={site} />
}

async function SiteFooter() {
  const site = await loadSettings()
  // Called after `loadSettings`, which reads cookies in a preview and so ends the prerender. Otherwise Next would warn
  // that the prerender reads a missing cache entry, since previews store none.
  const year = await getCurrentYear()
  return (
    <>
      <div role="alert" className="script-failure no-print">
        <Text>{site.messages.accessibility.scriptFailed}</Text>
        <form>
          <button type="submit" className="text-link">
            {site.messages.accessibility.reload}
          </button>
        </form>
        <a href={pages.contact.path} className="text-link">
          {site.messages.accessibility.contact}
        </a>
      </div>
      <Footer site={site} year={year} />
      <SubscriptionSync closeLabel={site.messages.accessibility.closeMessage} />
      <JsonLd data={createBusinessData(site.settings, siteOrigin)} />
    </>
  )
}

/** Returns the current year in UTC. It is cached, so that pages can be prerendered, and revalidated after a day. */
async function getCurrentYear(): Promise<number> {
  'use cache'
  cacheLife('days')
  return new Date().getUTCFullYear()
}
