'use client'

import './(site)/globals.css'
import { ErrorContent } from '@/components/site/ErrorContent'
import { errorTexts } from '@/lib/content/errorTexts'

/** Stands in for the whole document when even the frame failed. */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>{errorTexts.title ?? ''}</title>
        <main>
          <ErrorContent retry={retry} />
        </main>
      </body>
    </html>
  )
}
