import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { log } from '@/lib/log'
import { previewStream } from './previewStream'

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

beforeEach(() => {
  vi.useFakeTimers()
  contentLake.unsubscribe.mockReset()
})
afterEach(() => vi.useRealTimers())

/** Opens a stream and collects the names of its events. */
function open(isValid: () => Promise<boolean> = async () => true) {
  const browser = new AbortController()
  const events: string[] = []
  const reading = (async () => {
    for await (const chunk of previewStream(isValid, browser.signal)) {
      const [, name] = /^event: (\w+)/.exec(new TextDecoder().decode(chunk)) ?? []
      if (name) events.push(name)
    }
  })()
  return { browser, events, reading }
}

it('forwards each change and a refusal, and nothing of their content', async () => {
  const { browser, events, reading } = open()
  for (const type of ['welcome', 'message', 'reconnect', 'restart', 'goaway'])
    contentLake.observer?.next({ type })
  browser.abort()
  await reading
  expect(events).toEqual(['change', 'change', 'change', 'polling'])
  expect(contentLake.unsubscribe).toHaveBeenCalledOnce()
})

it('ends within two seconds after its session has ended', async () => {
  let isShared = true
  const { events, reading } = open(async () => isShared)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual([])
  isShared = false
  await vi.advanceTimersByTimeAsync(2000)
  contentLake.observer?.next({ type: 'message' })
  await reading
  expect(events).toEqual(['end'])
  expect(contentLake.unsubscribe).toHaveBeenCalledOnce()
})

it('lasts while the session cannot be validated', async () => {
  const { browser, events, reading } = open(() => Promise.reject(new Error('away')))
  await vi.advanceTimersByTimeAsync(30_000)
  browser.abort()
  await reading
  expect(events).toEqual([])
})

it('closes before the host ends it, and when the Content Lake does', async () => {
  const long = open()
  await vi.advanceTimersByTimeAsync(299_000)
  await long.reading
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => undefined)
  const failed = open()
  contentLake.observer?.error(new Error('gone'))
  await failed.reading
  expect(warned).toHaveBeenCalledOnce()
})

it('unsubscribes when its response is canceled', async () => {
  const reader = previewStream(async () => true, new AbortController().signal).getReader()
  await reader.cancel()
  contentLake.observer?.next({ type: 'message' })
  expect(contentLake.unsubscribe).toHaveBeenCalledOnce()
})
