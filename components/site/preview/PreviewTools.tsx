import { perspectiveChangeAction } from 'next-sanity/visual-editing/server-actions'
import { loadSettings } from '@/lib/content/settings'
import { environment } from '@/lib/env'
import { EditingTools } from './EditingTools'

/** For editors in draft mode: a bar with the way out, click-to-edit, and live changes. */
export async function PreviewTools() {
  const { messages } = await loadSettings({ plain: true })
  return (
    <>
      <aside className="preview-bar">
        <p>{messages?.preview?.banner}</p>
        <a href="/api/draft-mode/disable">{messages?.preview?.exit}</a>
      </aside>
      <EditingTools
        token={environment().SANITY_API_BROWSER_TOKEN}
        onPerspectiveChange={perspectiveChangeAction}
      />
    </>
  )
}
