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
import { besleyClass } from '../fonts'

/** Colors the browser's toolbars like the header. */
export const viewport: Viewport = { themeColor: ink }

/** Disables Next's check for instant navigations, since a page waits for its content in draft mode. */
export const instant = false

/** The root layout of the site. It loads the editing tools in draft mode only. */
export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" data-scroll-behavior="smooth" className={besleyClass} suppressHydrationWarning>
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
