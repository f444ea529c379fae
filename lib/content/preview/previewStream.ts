import 'server-only'
import { log } from '@/lib/log'
import { previewClient } from './draft'

/** The interval at which a stream validates its session, mostly without a request. */
const checkIntervalMs = 2000

/** How long a stream lasts before the browser reconnects: less than Vercel's limit for a function, 300 seconds. */
const maxDurationMs = 280_000

const encoder = new TextEncoder()

/**
 * Notifies the browser of content changes, drafts included, via server-sent events without content or tokens: `change`
 * after a change, and after connecting to the Content Lake, since earlier changes may have been missed; `polling` when
 * the Content Lake refuses to report changes, so that the browser polls; and `end` when the preview is over.
 *
 * @param isValid - whether the preview session is valid; the stream continues when it throws
 */
export function createPreviewStream(
  isValid: () => Promise<boolean>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const closeController = new AbortController()
  const close = () => closeController.abort()
  let isCanceled = false
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => {
        if (!closeController.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const send = (event: 'change' | 'polling' | 'end') => write(`event: ${event}\ndata: {}\n\n`)
      const checkSession = async () => {
        if (await isValid().catch(() => true)) return write(':\n\n')
        send('end')
        close()
      }
      const checkTimer = setInterval(checkSession, checkIntervalMs)
      const durationTimer = setTimeout(close, maxDurationMs)
      closeController.signal.addEventListener('abort', () => {
        clearInterval(checkTimer)
        clearTimeout(durationTimer)
        subscription.unsubscribe()
        if (!isCanceled) controller.close()
      })
      signal.addEventListener('abort', close)
      write('retry: 3000\n\n')
      const subscription = previewClient.live.events({ includeDrafts: true }).subscribe({
        next: ({ type }) => {
          if (type === 'goaway') send('polling')
          else if (type !== 'reconnect') send('change')
        },
        error: (error: unknown) => {
          log.warn('content', 'preview: live stream failed; the browser reconnects', error)
          queueMicrotask(close)
        },
      })
    },
    cancel() {
      isCanceled = true
      close()
    },
  })
}
