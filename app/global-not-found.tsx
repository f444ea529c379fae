import './(site)/globals.css'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { PreviewTools } from '@/components/site/preview/PreviewTools'
import { SiteFrame } from '@/components/site/SiteFrame'
import { InlineScript } from '@/components/ui/InlineScript'
import { sessionMarkScript } from '@/lib/auth/browser/storedSession'
import Content, { generateMetadata } from './(site)/not-found'
import { besleyClass } from './fonts'

export { generateMetadata }

/** The 404 page for unknown paths, outside both root layouts. */
export default function GlobalNotFound() {
  return (
    <html lang="en" data-scroll-behavior="smooth" className={besleyClass} suppressHydrationWarning>
      <body>
        <InlineScript source={sessionMarkScript} />
        <PreviewBoundary>
          <PreviewTools />
        </PreviewBoundary>
        <SiteFrame>
          <Content />
        </SiteFrame>
      </body>
    </html>
  )
}
