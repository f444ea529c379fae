'use client'

import { perspectiveCookieName } from '@sanity/preview-url-secret/constants'
import { useRouter } from 'next/navigation'
import { VisualEditing } from 'next-sanity/visual-editing/client-component'
import { startTransition, useEffect } from 'react'
import { coalesce } from './coalesce'

export type EditingSessionProps = {
  /** An editor's own preview, whose texts link to their fields; the visitor of a shared link only reads. */
  isEditor: boolean
}

/** A preview in the browser: a page that follows each edit, and for editors overlays that open the Studio. */
export default function EditingSession({ isEditor }: EditingSessionProps) {
  const router = useRouter()
  useLiveRefresh()
  if (!isEditor) return null
  return (
    <VisualEditing
      onPerspectiveChange={async (perspective) => {
        const cookie = `${perspectiveCookieName}=${encodeURIComponent([perspective].flat().join())}`
        if (document.cookie.split('; ').includes(cookie)) return
        // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs HTTPS
        document.cookie = `${cookie}; path=/; samesite=lax`
        startTransition(() => router.refresh())
      }}
    />
  )
}

/** Each refresh makes about six uncached requests to the Content Lake, and typing causes several events a second. */
const refreshDelayMs = 1000

/** How often the page is rendered again when the Content Lake refuses a stream. */
const pollingMs = 30_000

/** How long the browser waits before it reconnects to a stream that the site refused. */
const reconnectMs = 5000

/** Whether the page on the screen is the one for unknown paths, and still is. Next reloads it to refresh it. */
async function isStillNotFound(): Promise<boolean> {
  if (!document.querySelector('.not-found')) return false
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  return !response?.ok
}

/**
 * Renders the page again on the server whenever content changes, drafts included, and leaves the preview when it
 * ends. Each stream starts with a change, since nothing reports earlier ones. That one does not reload the page for
 * unknown paths, which would start another stream.
 */
function useLiveRefresh(): void {
  const router = useRouter()
  useEffect(() => {
    let isFirst = true
    const refresh = coalesce(async () => {
      const isReload = isFirst && (await isStillNotFound())
      isFirst = false
      if (!isReload) startTransition(() => router.refresh())
    }, refreshDelayMs)
    let polling: ReturnType<typeof setInterval> | undefined
    let reconnecting: ReturnType<typeof setTimeout> | undefined
    let source: EventSource
    const connect = () => {
      source = new EventSource('/api/draft-mode/live')
      source.addEventListener('change', () => {
        clearInterval(polling)
        polling = undefined
        refresh()
      })
      source.addEventListener('polling', () => {
        polling ??= setInterval(refresh, pollingMs)
      })
      source.addEventListener('end', () => {
        source.close()
        fetch('/api/draft-mode/disable', { method: 'POST', redirect: 'manual' }).finally(() =>
          location.reload(),
        )
      })
      // An interrupted stream reconnects by itself, a refused one does not.
      source.addEventListener('error', () => {
        if (source.readyState === EventSource.CLOSED) reconnecting = setTimeout(connect, reconnectMs)
      })
    }
    connect()
    return () => {
      source.close()
      clearInterval(polling)
      clearTimeout(reconnecting)
    }
  }, [router])
}
