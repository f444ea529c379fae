import { errorTexts } from '@/lib/content/errorTexts'

/**
 * What a page shows when rendering it failed. The texts are those of the last build; the way home is a
 * plain link, since the router may be what failed.
 */
export function ErrorContent({ retry }: { retry: () => void }) {
  const { heading, text, retryLabel, homeLabel } = errorTexts
  return (
    <div className="surface-ink pt-16 pb-section lg:pt-28">
      <div className="page-grid">
        <div className="col-span-full lg:col-span-9">
          {heading && <h1 className="text-display">{heading}</h1>}
          {text && <p className="mt-8 text-lead">{text}</p>}
          <p className="mt-10 flex flex-wrap gap-4">
            {retryLabel && (
              <button type="button" className="button cursor-pointer" onClick={retry}>
                {retryLabel}
              </button>
            )}
            {homeLabel && (
              <a href="/" className="button button-quiet">
                {homeLabel}
              </a>
            )}
          </p>
        </div>
      </div>
    </div>
  )
}
