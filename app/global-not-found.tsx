import './(site)/globals.css'
import { contentPage } from '@/components/site/ContentPage'
import { NotFound, notFoundPageQuery } from '@/components/site/NotFound'
import { SiteFrame } from '@/components/site/SiteFrame'
import { InlineScript } from '@/components/ui/InlineScript'
import { neverPrefetch } from '@/components/ui/link/prefetching'
import { sessionMarkScript } from '@/lib/auth/browser/storedSession'
import { notFound } from '@/lib/pages'
import { fontClass } from './fonts'

const { generateMetadata, Page: Content } = contentPage(notFound, notFoundPageQuery, NotFound)

export { generateMetadata }

/** The page of any address that does not exist; it stands outside of both root layouts. */
export default function GlobalNotFound() {
  neverPrefetch()
  return (
    <html lang="en" data-scroll-behavior="smooth" className={fontClass} suppressHydrationWarning>
      <body>
        <InlineScript source={sessionMarkScript} />
        <SiteFrame>
          <Content />
        </SiteFrame>
      </body>
    </html>
  )
}
