'use client'

import './(site)/globals.css'
import { ErrorContent } from '@/components/site/ErrorContent'
import { errorTexts } from '@/lib/content/reading/errorTexts'
import { besleyClass } from './fonts'

/**
 * The error page of the whole site. Single pages have none of their own, since every visitor would download them, and
 * they would show the same text.
 */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" data-scroll-behavior="smooth" className={besleyClass}>
      <body>
        <title>{errorTexts.title ?? ''}</title>
        <ErrorContent retry={retry} />
      </body>
    </html>
  )
}
