import { VisualEditing } from 'next-sanity/visual-editing'
import { SanityLive } from '@/lib/content/live'
import { loadSettings } from '@/lib/content/settings'

/** For editors in draft mode: a bar with the way out, click-to-edit, and live changes. */
export async function PreviewTools() {
  const { messages } = await loadSettings({ plain: true })
  return (
    <>
      <aside className="preview-bar">
        <p>{messages?.preview?.banner}</p>
        <a href="/api/draft-mode/disable">{messages?.preview?.exit}</a>
      </aside>
      <SanityLive includeDrafts />
      <VisualEditing />
    </>
  )
}
