import './globals.css'
import type { Viewport } from 'next'
import { draftMode } from 'next/headers'
import { type ReactNode, Suspense } from 'react'
import { ClosedMark } from '@/components/announcement/ClosedMark'
import { PreviewTools } from '@/components/site/preview/PreviewTools'
import { SessionMark } from '@/components/site/SessionMark'
import { SiteFrame } from '@/components/site/SiteFrame'
import { fontClass } from '../fonts'

/** The browser's own bars take the colour of the header. */
export const viewport: Viewport = { themeColor: '#14100c' }

/** Draft mode makes a page wait for its content; visitors get it prerendered. */
export const instant = false

/** The root of the site. What editing needs joins it in draft mode only. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const { isEnabled } = await draftMode()
  return (
    <html lang="en" className={fontClass} suppressHydrationWarning>
      <body>
        <SessionMark />
        <ClosedMark />
        <SiteFrame>{children}</SiteFrame>
        {isEnabled && (
          <Suspense>
            <PreviewTools />
          </Suspense>
        )}
      </body>
    </html>
  )
}
