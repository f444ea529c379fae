import { errorTexts } from '@/lib/content/reading/errorTexts'

/**
 * The page for a rendering error. Its texts are from the last build. The home link causes a full page load, since the
 * router may have failed.
 */
export function ErrorContent({ retry }: { retry: () => void }) {
  const { heading, text, retryLabel, homeLabel } = errorTexts
  return (
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
  )
}
