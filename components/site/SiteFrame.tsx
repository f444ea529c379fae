import type { ReactNode } from 'react'
import { MemberIsland } from '@/components/membership/MemberIsland'
import { businessData } from '@/components/seo/business'
import { JsonLd } from '@/components/seo/JsonLd'
import { givenTexts } from '@/components/ui/list'
import { loadSettings } from '@/lib/content/settings'
import { siteOrigin } from '@/lib/seo/metadata'
import { currentYear } from './currentYear'
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
      <main id="content" tabIndex={-1}>
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
  const { checkout, accessibility } = site.messages ?? {}
  return (
    <>
      <Header site={site} />
      <MemberIsland texts={givenTexts(checkout)} closeLabel={accessibility?.closeMessage ?? ''} />
    </>
  )
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
