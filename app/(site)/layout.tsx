import './globals.css'
import { draftMode } from 'next/headers'
import { type ReactNode, Suspense } from 'react'
import { PreviewTools } from '@/components/site/preview/PreviewTools'
import { SiteFrame } from '@/components/site/SiteFrame'
import { fontClass } from '../fonts'

/** The root of the site. What editing needs joins it in draft mode only. */
export default async function SiteLayout({ children }: { children: ReactNode }) {
  const { isEnabled } = await draftMode()
  return (
    <html lang="en" className={fontClass}>
      <body>
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
