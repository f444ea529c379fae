import { beforeEach, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { createPreviewStream } from './previewStream'

type Observer = { next(event: { type: string }): void; error(cause: unknown): void }
const contentLake = vi.hoisted((): { observer?: Observer; unsubscribe: ReturnType<typeof vi.fn> } => ({
  unsubscribe: vi.fn(),
}))
vi.mock('./draft', () => ({
  previewClient: {
    live: {
      events: () => ({
        subscribe: (observer: Observer) => {
          contentLake.observer = observer
          return { unsubscribe: contentLake.unsubscribe }
        },
      }),
    },
  },
}))

beforeEach(() => void vi.useFakeTimers())

/** Opens a stream and collects the names of its events. */
function openStream(isValid: () => Promise<boolean> = async () => true) {
  const browser = new AbortController()
  const events: string[] = []
  const finished = (async () => {
    for await (const chunk of createPreviewStream(isValid, browser.signal)) {
      const [, name] = /^event: (\w+)/.exec(new TextDecoder().decode(chunk)) ?? []
      if (name) events.push(name)
    }
  })()
  return { browser, events, finished }
}

it('sends “polling” for “goaway”, nothing for “reconnect”, and “change” for any other event', async () => {
  const { browser, events, finished } = openStream()
  for (const type of ['welcome', 'message', 'reconnect', 'restart', 'goaway'])
    contentLake.observer?.next({ type })
  browser.abort()
  await finished
  expect(events).toEqual(['change', 'change', 'change', 'polling'])
  expect(contentLake.unsubscribe).toHaveBeenCalledOnce()
})

it('ends the stream within two seconds after its session has ended', async () => {
  let isValid = true
  const { events, finished } = openStream(async () => isValid)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual([])
  isValid = false
  await vi.advanceTimersByTimeAsync(2000)
  contentLake.observer?.next({ type: 'message' })
  await finished
  expect(events).toEqual(['end'])
  expect(contentLake.unsubscribe).toHaveBeenCalledOnce()
})

it('continues the stream while the session cannot be validated', async () => {
  const { browser, events, finished } = openStream(() => Promise.reject(new Error('unreachable')))
  await vi.advanceTimersByTimeAsync(30_000)
  browser.abort()
  await finished
  expect(events).toEqual([])
})

it('closes the stream before the route’s maximum duration, and after a Content Lake failure', async () => {
  const expired = openStream()
  await vi.advanceTimersByTimeAsync(299_000)
  await expired.finished
  const logWarning = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  const failed = openStream()
  contentLake.observer?.error(new Error('gone'))
  await failed.finished
  expect(logWarning).toHaveBeenCalledOnce()
})

it('unsubscribes when the response is canceled', async () => {
  const reader = createPreviewStream(async () => true, new AbortController().signal).getReader()
  await reader.cancel()
  contentLake.observer?.next({ type: 'message' })
  expect(contentLake.unsubscribe).toHaveBeenCalledOnce()
})
