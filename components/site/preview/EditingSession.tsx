'use client'

import { createClient } from '@sanity/client'
import { useRouter } from 'next/navigation'
import { VisualEditing } from 'next-sanity/visual-editing/client-component'
import { type ComponentProps, startTransition, useEffect } from 'react'
import { connection } from '@/lib/content/config'
import { coalesce } from './coalesce'

export type EditingSessionProps = {
  /** The viewer's token: it reads drafts and writes nothing. */
  token: string
  onPerspectiveChange: ComponentProps<typeof VisualEditing>['onPerspectiveChange']
}

/** Draft mode in the browser: overlays that open the Studio, and a page that follows each edit. */
export default function EditingSession({ token, onPerspectiveChange }: EditingSessionProps) {
  useLiveRefresh(token)
  return <VisualEditing onPerspectiveChange={onPerspectiveChange} />
}

/** Each refresh makes about six uncached requests to the Content Lake, and typing causes several events a second. */
const refreshDelayMs = 1000

/** How often the page is rendered again when the lake offers no stream to listen to. Milliseconds. */
const withoutStream = 30_000

/**
 * Renders the page again on the server whenever content changes, drafts included. What changed before a stream was
 * open, the first one or one after an interruption, nobody was told: so the page is rendered again at each welcome too.
 */
function useLiveRefresh(token: string): void {
  const router = useRouter()
  useEffect(() => {
    const refresh = coalesce(() => startTransition(() => router.refresh()), refreshDelayMs)
    let timer: ReturnType<typeof setInterval> | undefined
    const client = createClient({ ...connection, token, useCdn: false, ignoreBrowserTokenWarning: true })
    const subscription = client.live.events({ includeDrafts: true }).subscribe({
      next: ({ type }) => {
        // The lake refuses or closes a stream, of which too many may be open (`LiveEventGoAway` of the client).
        if (type === 'goaway') timer ??= setInterval(refresh, withoutStream)
        if (type === 'goaway' || type === 'reconnect') return
        clearInterval(timer)
        timer = undefined
        refresh()
      },
      error: (error: unknown) => console.error('[preview] live changes stopped', error),
    })
    return () => {
      subscription.unsubscribe()
      clearInterval(timer)
    }
  }, [token, router])
}
