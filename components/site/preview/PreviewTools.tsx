import { InlineScript } from '@/components/ui/InlineScript'
import { readPreviewSession } from '@/lib/content/preview/previewSession'
import { loadSettings } from '@/lib/content/reading/settings'
import { EditingTools } from './EditingTools'

/**
 * Marks a page in the Studio's frame. CSS hides the preview bar there, since its exit button would show published
 * content in the frame.
 */
const markFramedPageScript = 'parent!==self&&(document.documentElement.dataset.framed="")'

/** The tools of a preview: a bar with a message and an exit button, live updates, and click-to-edit for editors. */
export async function PreviewTools() {
  const session = await readPreviewSession()
  if (!session) return null
  const { messages } = await loadSettings({ plain: true })
  const isEditor = session.kind === 'editor'
  return (
    <>
      <InlineScript source={markFramedPageScript} />
      <aside className="preview-bar">
        <p>{isEditor ? messages.preview.banner : messages.preview.sharedBanner}</p>
        <form method="post" action="/api/draft-mode/disable">
          <button type="submit">{messages.preview.exit}</button>
        </form>
      </aside>
      <EditingTools isEditor={isEditor} />
    </>
  )
}
