import './(site)/globals.css'
import type { Metadata } from 'next'
import { MemberMark } from '@/components/site/MemberMark'
import { NotFound } from '@/components/site/NotFound'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { SiteFrame } from '@/components/site/SiteFrame'
import { neverPrefetch } from '@/components/ui/link/prefetching'
import { loadContent } from '@/lib/content/load'
import { notFoundPageQuery } from '@/lib/content/queries/notFound'
import { loadSettings } from '@/lib/content/settings'
import { pageMetadata } from '@/lib/seo/metadata'
import { fontClass } from './fonts'

const documents = ['notFoundPage']

export async function generateMetadata(): Promise<Metadata> {
  const [page, { settings }] = await Promise.all([
    loadContent(notFoundPageQuery, { documents, plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(page?.seo, settings, null)
}

/** The page of any address that does not exist; it stands outside of both root layouts. */
export default function GlobalNotFound() {
  neverPrefetch()
  return (
    <html lang="en" className={fontClass} suppressHydrationWarning>
      <body>
        <MemberMark />
        <SiteFrame>
          <PreviewBoundary>
            <NotFoundPage />
          </PreviewBoundary>
        </SiteFrame>
      </body>
    </html>
  )
}

async function NotFoundPage() {
  return <NotFound page={await loadContent(notFoundPageQuery, { documents })} />
}
