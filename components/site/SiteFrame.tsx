import type { ReactNode } from 'react'
import { loadSettings } from '@/lib/content/settings'
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
  return <Header site={await loadSettings()} />
}

async function SiteFooter() {
  return <Footer site={await loadSettings()} year={await currentYear()} />
}
