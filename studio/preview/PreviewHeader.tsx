import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEditState, useSyncState } from 'sanity'
import { type PreviewHeaderProps, usePresentationNavigate, usePresentationParams } from 'sanity/presentation'
import { getPublishedId } from '@/lib/content/reading/tags'
import { getProperty } from '@/lib/errorCode'
import { describeLandingPathProblem } from '@/lib/landingPages'

/** The delay after a save, because Sanity reports a document as saved just before its new values arrive. */
const settleDelayMs = 300

/** A frame that has not navigated to the new path after this delay has missed Presentation's message to do so. */
const lostMessageDelayMs = 5000

/** The header of Preview. While the form shows a landing page, the frame follows the path that an editor types. */
export function PreviewHeader(props: PreviewHeaderProps) {
  const { id, type } = usePresentationParams()
  const [openDocument, setOpenDocument] = useState({ id, type })
  // Presentation closes the form when the frame's path has no document, so the last open document is stored.
  if (id && id !== openDocument.id) setOpenDocument({ id, type })
  return (
    <>
      {openDocument.id && openDocument.type === 'landingPage' && (
        <PathFollower
          key={openDocument.id}
          id={getPublishedId(openDocument.id)}
          type={openDocument.type}
          frame={props.iframeRef}
        />
      )}
      {props.renderDefault(props)}
    </>
  )
}

type PathFollowerProps = { id: string; type: string; frame: RefObject<HTMLIFrameElement | null> }

/** Navigates the frame to a document's newly saved path if the frame still shows a previously saved one. */
function PathFollower({ id, type, frame }: PathFollowerProps) {
  const navigate = usePresentationNavigate()
  const { preview } = usePresentationParams()
  const { draft, published } = useEditState(id, type)
  const { isSyncing } = useSyncState(id, type)
  const path = getProperty(draft ?? published, 'path')
  const savedPaths = useRef(new Set<string>())
  const followPath = useEffectEvent((savedPath: string) => {
    const framePath = preview && new URL(preview, location.origin).pathname
    // The full URL, as the frame reports it. With only a path, Presentation would look up the document again.
    const href = new URL(savedPath, location.origin).href
    if (framePath && framePath !== savedPath && savedPaths.current.has(framePath))
      navigate(href, { id, type })
  })
  // Presentation sends its message once. A frame that is reloading the earlier path (now a 404) misses it.
  const replaceLocation = useEffectEvent((savedPath: string) => {
    // Browsers do not expose the document of a cross-origin frame.
    const location = frame.current?.contentDocument?.location
    if (location && location.pathname !== savedPath && savedPaths.current.has(location.pathname))
      location.replace(savedPath)
  })
  // Runs again when the frame reports its URL, because the frame may have begun to load an earlier path before the change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `preview` is the URL that the frame reported
  useEffect(() => {
    if (typeof path !== 'string' || describeLandingPathProblem(path) || isSyncing) return undefined
    savedPaths.current.add(path)
    const timeouts = [
      setTimeout(() => followPath(path), settleDelayMs),
      setTimeout(() => replaceLocation(path), lostMessageDelayMs),
    ]
    return () => timeouts.forEach(clearTimeout)
  }, [path, isSyncing, preview])
  return null
}
