import './globals.css'
import type { Viewport } from 'next'
import type { ReactNode } from 'react'
import { PreviewBoundary } from '@/components/site/PreviewBoundary'
import { PreviewTools } from '@/components/site/preview/PreviewTools'
import { SiteFrame } from '@/components/site/SiteFrame'
import { InlineScript } from '@/components/ui/InlineScript'
import { closedMarkScript } from '@/lib/announcements/closedAnnouncements'
import { sessionMarkScript } from '@/lib/auth/browser/storedSession'
import { ink } from '@/lib/colors'
import { fontClass } from '../fonts'

/** The browser's own bars take the colour of the header. */
export const viewport: Viewport = { themeColor: ink }

/** Draft mode makes a page wait for its content; visitors get it prerendered. */
export const instant = false

/** The root of the site. What editing needs joins it in draft mode only. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-scroll-behavior="smooth" className={fontClass} suppressHydrationWarning>
      <body>
        <InlineScript source={sessionMarkScript} />
        <InlineScript source={closedMarkScript} />
        <PreviewBoundary>
          <PreviewTools />
        </PreviewBoundary>
        <SiteFrame>{children}</SiteFrame>
      </body>
    </html>
  )
}
