import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { besleyClass } from '../fonts'

export const metadata: Metadata = { robots: { index: false, follow: false }, referrer: 'same-origin' }

/** The Studio's root layout. It loads the site's fonts, but none of its styles or scripts. */
export default function StudioLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={besleyClass}>
      <body style={{ margin: 0 }}>{children}</body>
    </html>
  )
}
