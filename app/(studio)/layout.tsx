import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { fontClass } from '../fonts'

export const metadata: Metadata = { robots: { index: false, follow: false }, referrer: 'same-origin' }

/** The Studio's own root: of the site it has the faces alone, no styles or scripts; the site has nothing of it. */
export default function StudioLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={fontClass}>
      <body style={{ margin: 0 }}>{children}</body>
    </html>
  )
}
