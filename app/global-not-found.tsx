import './(site)/globals.css'
import { contentPage } from '@/components/site/ContentPage'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { SessionMark } from '@/components/site/SessionMark'
import { SiteFrame } from '@/components/site/SiteFrame'
import { neverPrefetch } from '@/components/ui/link/prefetching'
import { notFound } from '@/lib/pages'
import { fontClass } from './fonts'

const { generateMetadata, Page: Content } = contentPage(notFound, notFoundPageQuery, NotFound)

export { generateMetadata }

/** The page of any address that does not exist; it stands outside of both root layouts. */
export default function GlobalNotFound() {
  neverPrefetch()
  return (
    <html lang="en" className={fontClass} suppressHydrationWarning>
      <body>
        <SessionMark />
        <SiteFrame>
          <Content />
        </SiteFrame>
      </body>
    </html>
  )
}
