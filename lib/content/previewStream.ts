import 'server-only'
import { log } from '@/lib/log'
import { previewClient } from './draft'

/** How often a stream validates its session, which causes a query only once its cached state has expired. */
const checkMs = 2000

/** How long a stream lasts before the browser reconnects: less than the `maxDuration` of its route. */
const maxDurationMs = 280_000

const encoder = new TextEncoder()

/**
 * Streams changes of content, drafts included, as server-sent events: `change`, `polling` when the Content Lake refuses
 * a stream, and `end` when the preview is over. The stream contains neither a token nor content.
 *
 * @param isValid - whether the preview still lasts; its errors are ignored
 * @param signal - aborts when the browser disconnects
 */
export function previewStream(
  isValid: () => Promise<boolean>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const closing = new AbortController()
  const close = () => closing.abort()
  let isCanceled = false
  return new ReadableStream({
    start(controller) {
      const write = (text: string) => {
        if (!closing.signal.aborted) controller.enqueue(encoder.encode(text))
      }
      const send = (event: 'change' | 'polling' | 'end') => write(`event: ${event}\ndata: {}\n\n`)
      const check = async () => {
        if (await isValid().catch(() => true)) return write(':\n\n')
        send('end')
        close()
      }
      const checks = setInterval(check, checkMs)
      const lasting = setTimeout(close, maxDurationMs)
      closing.signal.addEventListener('abort', () => {
        clearInterval(checks)
        clearTimeout(lasting)
        changes.unsubscribe()
        if (!isCanceled) controller.close()
      })
      signal.addEventListener('abort', close)
      write('retry: 3000\n\n')
      const changes = previewClient.live.events({ includeDrafts: true }).subscribe({
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
