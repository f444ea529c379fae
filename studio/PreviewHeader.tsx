import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEditState, usePerspective, useSyncState } from 'sanity'
import { type PreviewHeaderProps, usePresentationNavigate, usePresentationParams } from 'sanity/presentation'
import { getPublishedId } from '@/lib/content/tags'
import { getProperty } from '@/lib/errorCode'
import { describeLandingPathProblem } from '@/lib/landingPages'

/** Sanity reports a document as saved a moment before its new values arrive. */
const settleMs = 300

/** The header of Preview. While the form shows a landing page, the frame follows the path that an editor types. */
export function PreviewHeader(props: PreviewHeaderProps) {
  const { id, type } = usePresentationParams()
  const [open, setOpen] = useState({ id, type })
  // Presentation closes the form when the frame's path has no document, so the last open one is stored.
  if (id && id !== open.id) setOpen({ id, type })
  return (
    <>
      {open.id && open.type === 'landingPage' && (
        <FollowPath key={open.id} id={getPublishedId(open.id)} type={open.type} />
      )}
      {props.renderDefault(props)}
    </>
  )
}

/** Navigates the frame to a document's saved path while the frame still shows one of its former paths. */
function FollowPath({ id, type }: { id: string; type: string }) {
  const navigate = usePresentationNavigate()
  const { preview } = usePresentationParams()
  const { selectedReleaseId } = usePerspective()
  const { version, draft, published } = useEditState(id, type, 'default', selectedReleaseId)
  const { isSyncing } = useSyncState(id, type, selectedReleaseId)
  const path = getProperty(version ?? draft ?? published, 'path')
  const paths = useRef(new Set<string>())
  const follow = useEffectEvent((saved: string) => {
    const shown = preview && new URL(preview, location.origin).pathname
    // The full URL, as the frame reports it. Presentation would resolve a path to a document once more.
    const href = new URL(saved, location.origin).href
    if (shown && shown !== saved && paths.current.has(shown)) navigate(href, { id, type })
  })
  // Runs again when the frame reports a former path, because a load may have begun before the change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `preview` is the URL that the frame reported
  useEffect(() => {
    if (typeof path !== 'string' || describeLandingPathProblem(path) || isSyncing) return undefined
    paths.current.add(path)
    const settling = setTimeout(() => follow(path), settleMs)
    return () => clearTimeout(settling)
  }, [path, isSyncing, preview])
  return null
}
