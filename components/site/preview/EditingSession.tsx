'use client'

import { type ClientConfig, createClient } from '@sanity/client'
import { useRouter } from 'next/navigation'
import { VisualEditing } from 'next-sanity/visual-editing/client-component'
import { type ComponentProps, startTransition, useEffect } from 'react'

export type EditingSessionProps = {
  /** How to reach the lake. */
  connection: ClientConfig
  /** The viewer's token: it reads drafts and writes nothing. */
  token: string
  onPerspectiveChange: ComponentProps<typeof VisualEditing>['onPerspectiveChange']
}

/** Draft mode in the browser: overlays that open the Studio, and a page that follows each edit. */
export default function EditingSession({ connection, token, onPerspectiveChange }: EditingSessionProps) {
  useLiveRefresh(connection, token)
  return <VisualEditing onPerspectiveChange={onPerspectiveChange} />
}

/** Renders the page again on the server whenever content changes, drafts included. */
function useLiveRefresh(connection: ClientConfig, token: string): void {
  const router = useRouter()
  useEffect(() => {
    const client = createClient({ ...connection, token, useCdn: false, ignoreBrowserTokenWarning: true })
    const subscription = client.live.events({ includeDrafts: true }).subscribe({
      next: (event) => {
        if (event.type === 'message' || event.type === 'restart') startTransition(() => router.refresh())
      },
      error: (error: unknown) => console.error('[preview] live changes stopped', error),
    })
    return () => subscription.unsubscribe()
  }, [connection, token, router])
}
