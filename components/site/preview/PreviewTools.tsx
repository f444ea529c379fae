import { InlineScript } from '@/components/ui/InlineScript'
import { readPreviewSession } from '@/lib/content/previewSession'
import { loadSettings } from '@/lib/content/settings'
import { EditingTools } from './EditingTools'

/** Marks a page in the Studio's frame, where the bar is hidden: ending the preview there would show published content. */
const framedMarkScript = 'parent!==self&&(document.documentElement.dataset.framed="")'

/** For previews: a bar that states which kind it is, with the way out, live changes, and for editors click-to-edit. */
export async function PreviewTools() {
  const session = await readPreviewSession()
  if (!session) return null
  const { messages } = await loadSettings({ plain: true })
  const isEditor = session.kind === 'editor'
  return (
    <>
      <InlineScript source={framedMarkScript} />
      <aside className="preview-bar">
        <p>{isEditor ? messages?.preview?.banner : messages?.preview?.sharedBanner}</p>
        <form method="post" action="/api/draft-mode/disable">
          <button type="submit">{messages?.preview?.exit}</button>
        </form>
      </aside>
      <EditingTools isEditor={isEditor} />
    </>
  )
}
