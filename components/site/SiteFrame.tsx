import { cacheLife } from 'next/cache'
import type { ReactNode } from 'react'
import { FollowSubscription } from '@/components/membership/FollowSubscription'
import { JsonLd } from '@/components/site/JsonLd'
import { loadSettings } from '@/lib/content/settings'
import { frameIds } from '@/lib/frameIds'
import { siteOrigin } from '@/lib/seo/metadata'
import { businessData } from '@/lib/seo/structuredData'
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
      <main id={frameIds.content} tabIndex={-1}>
        {children}
      </main>
      <PreviewBoundary>
        <SiteFooter />
      </PreviewBoundary>
      <FollowSubscription />
    </>
  )
}

async function SiteHeader() {
  return <Header site={await loadSettings()} />
}

async function SiteFooter() {
  const [site, year] = await Promise.all([loadSettings(), currentYear()])
  return (
    <>
      <Footer site={site} year={year} />
      <JsonLd data={businessData(site.settings, siteOrigin)} />
    </>
  )
}

/** The year of now, kept for a day at most, so that pages can be prerendered. UTC. */
async function currentYear(): Promise<number> {
  'use cache'
  cacheLife('days')
  return new Date().getUTCFullYear()
}
