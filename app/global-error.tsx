'use client'

import './(site)/globals.css'
import { errorTexts } from '@/lib/content/reading/errorTexts'
import { besleyClass } from './fonts'

/**
 * The error page of the whole site, with the last build's strings. Pages have no error pages of their own, since every
 * visitor would download them. The home link causes a full page load, since the router may have failed.
 */
export default function GlobalError({ retry }: { error: unknown; retry: () => void }) {
  const { title, heading, text, retryLabel, homeLabel } = errorTexts
  return (
    <html lang="en" data-scroll-behavior="smooth" className={besleyClass}>
      <body>
        <title>{title ?? ''}</title>
        <main className="error-page surface-ink">
          {heading && <h1>{heading}</h1>}
          {text && <p>{text}</p>}
          <div className="error-actions">
            {retryLabel && (
              <button type="button" className="button" onClick={retry}>
                {retryLabel}
              </button>
            )}
            {homeLabel && (
              <a href="/" className="button button-quiet">
                {homeLabel}
              </a>
            )}
          </div>
        </main>
      </body>
    </html>
  )
}
