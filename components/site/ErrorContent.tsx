import { errorTexts } from '@/lib/content/errorTexts'

/**
 * Shown when rendering failed. The texts are those of the last build; the home link is a plain one, since the router
 * may have failed.
 */
export function ErrorContent({ retry }: { retry: () => void }) {
  const { heading, text, retryLabel, homeLabel } = errorTexts
  return (
    <main className="error-page surface-ink">
      {heading && <h1>{heading}</h1>}
      {text && <p>{text}</p>}
      <div className="error-ways">
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
  )
}
