'use client'

import { perspectiveCookieName } from '@sanity/preview-url-secret/constants'
import { useRouter } from 'next/navigation'
import { VisualEditing } from 'next-sanity/visual-editing/client-component'
import { startTransition, useEffect } from 'react'

export type EditingSessionProps = {
  /** Whether to show overlays that link text to its field in the Studio. False for a shared preview link. */
  isEditor: boolean
}

/** The client side of a preview: refreshes the page after each edit, and shows overlays to editors. */
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

/** The delay before a refresh, which makes about six uncached requests. Typing causes several events per second. */
const refreshDelayMs = 1000

/** The refresh interval while the Content Lake rejects event streams. */
const pollIntervalMs = 30_000

/** The delay before reconnecting to an event stream that the site rejected. */
const reconnectDelayMs = 5000

/** Whether the page was loaded as a 404 page, and a request for its path now succeeds. */
async function hasNewPage(): Promise<boolean> {
  const [load] = performance.getEntriesByType('navigation')
  if (!(load instanceof PerformanceNavigationTiming) || load.responseStatus !== 404) return false
  const response = await fetch(location.href, { method: 'HEAD' }).catch(() => undefined)
  return response?.ok ?? false
}

/**
 * Renders the page again on the server after changes to content or drafts, or at intervals while the Content Lake
 * rejects event streams. When the preview session is over, leaves draft mode and reloads the page. Each stream starts
 * with a `change` event, since earlier changes may have been missed. A 404 page whose path now succeeds is reloaded,
 * since a refresh by Next (16.4.6) would still show the 404 page. If the path still fails, the first event after a page
 * load is ignored: a refresh would reload the page, and thus start another stream.
 */
function useLiveRefresh(): void {
  const router = useRouter()
  useEffect(() => {
    let isFirstChange = true
    let refreshTimer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      refreshTimer ??= setTimeout(async () => {
        refreshTimer = undefined
        const isFirst = isFirstChange
        isFirstChange = false
        if (document.querySelector('.not-found')) {
          if (await hasNewPage()) return location.reload()
          if (isFirst) return
        }
        startTransition(() => router.refresh())
      }, refreshDelayMs)
    }
    let pollTimer: ReturnType<typeof setInterval> | undefined
    let reconnectTimer: ReturnType<typeof setTimeout> | undefined
    let eventSource: EventSource
    const connect = () => {
      eventSource = new EventSource('/api/draft-mode/live')
      eventSource.addEventListener('change', () => {
        clearInterval(pollTimer)
        pollTimer = undefined
        refresh()
      })
      eventSource.addEventListener('polling', () => {
        pollTimer ??= setInterval(refresh, pollIntervalMs)
      })
      eventSource.addEventListener('end', () => {
        eventSource.close()
        fetch('/api/draft-mode/disable', { method: 'POST', redirect: 'manual' }).finally(() =>
          location.reload(),
        )
      })
      // Browsers reconnect an interrupted stream, but not one that the site rejected.
      eventSource.addEventListener('error', () => {
        if (eventSource.readyState === EventSource.CLOSED)
          reconnectTimer = setTimeout(connect, reconnectDelayMs)
      })
    }
    connect()
    return () => {
      eventSource.close()
      clearTimeout(refreshTimer)
      clearInterval(pollTimer)
      clearTimeout(reconnectTimer)
    }
  }, [router])
}
