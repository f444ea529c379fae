import './(site)/globals.css'
import { ContentPage, contentMetadata } from '@/components/site/ContentPage'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { SessionMark } from '@/components/site/SessionMark'
import { SiteFrame } from '@/components/site/SiteFrame'
import { neverPrefetch } from '@/components/ui/link/prefetching'
import { notFound } from '@/lib/pages'
import { fontClass } from './fonts'

export const generateMetadata = () => contentMetadata(notFound, notFoundPageQuery)

/** The page of any address that does not exist; it stands outside of both root layouts. */
export default function GlobalNotFound() {
  neverPrefetch()
  return (
    <html lang="en" className={fontClass} suppressHydrationWarning>
      <body>
        <SessionMark />
        <SiteFrame>
          <ContentPage entry={notFound} query={notFoundPageQuery} component={NotFound} />
        </SiteFrame>
      </body>
    </html>
  )
}
