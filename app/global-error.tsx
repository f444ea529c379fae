'use client'

import './(site)/globals.css'
import { ErrorContent } from '@/components/site/ErrorContent'
import { errorTexts } from '@/lib/content/errorTexts'
import { fontClass } from './fonts'

/**
 * Replaces the document of a page that could not be rendered. There is none for single pages: every visitor downloads
 * it, and a second one would show the same.
 */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" data-scroll-behavior="smooth" className={fontClass}>
      <body>
        <title>{errorTexts.title ?? ''}</title>
        <ErrorContent retry={retry} />
      </body>
    </html>
  )
}
