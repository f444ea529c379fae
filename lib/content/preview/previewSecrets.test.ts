import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const fetch = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('./draft', () => ({ previewClient: { fetch } }))

const [editorNetwork, guesserNetwork] = ['the network of an editor', 'the network of a guesser']

const minuteMs = 60_000

let findPreviewSecret: typeof import('./previewSecrets').findPreviewSecret
/** The secrets in the Content Lake. */
let storedSecrets: string[]
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  storedSecrets = []
  fetch.mockReset()
  fetch.mockImplementation(async () => storedSecrets.map((secret) => ({ secret })))
  findPreviewSecret = (await import('./previewSecrets')).findPreviewSecret
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Whether a secret is found without a delay. */
async function isFound(secret: string): Promise<boolean> {
  const result = findPreviewSecret(secret, editorNetwork)
  await vi.advanceTimersByTimeAsync(0)
  return Boolean(await result)
}

/** Guesses ten times a second, by default from one network. */
async function guessFor(durationMs: number, network: (elapsedMs: number) => string = () => guesserNetwork) {
  for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs += 100) {
    findPreviewSecret('guessed', network(elapsedMs)).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
  }
}

/** Returns another network for each guess. */
const getNewNetwork = (elapsedMs: number) => `network ${elapsedMs}`

describe('findPreviewSecret', () => {
  it('finds only a currently stored secret', async () => {
    expect(await isFound('secret')).toBe(false)
    storedSecrets = ['secret']
    expect(await isFound('secret')).toBe(true)
    storedSecrets = []
    expect(await isFound('secret')).toBe(false)
  })

  it('sends one query for all requests of the same moment', async () => {
    const guesses = Promise.all(
      Array.from({ length: 1000 }, () => findPreviewSecret('guessed', guesserNetwork)),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(await guesses).toEqual(Array(1000).fill(undefined))
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('sends at most one query a minute, after a burst, for guesses from one network', async () => {
    await guessFor(60 * minuteMs)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(10 + 60)
  })

  it('rejects a network that guesses too often', async () => {
    await guessFor(5000)
    await expect(findPreviewSecret('guessed', guesserNetwork)).rejects.toMatchObject({ status: 429 })
  })

  it('sends at most one query in 20 seconds, after a burst, for guesses from many networks', async () => {
    await guessFor(20 * minuteMs, getNewNetwork)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(20 + 60)
  })

  it('finds a new secret at once while another network guesses', async () => {
    await guessFor(10 * minuteMs)
    storedSecrets = ['secret']
    expect(await isFound('secret')).toBe(true)
  })

  it('finds a new secret within 20 seconds while many networks guess', async () => {
    await guessFor(10 * minuteMs, getNewNetwork)
    storedSecrets = ['secret']
    const result = findPreviewSecret('secret', editorNetwork)
    await guessFor(20_000, getNewNetwork)
    expect(await result).toEqual({ secret: 'secret' })
  })

  it('does not delay valid secrets while there are no guesses', async () => {
    storedSecrets = ['secret']
    for (let count = 0; count < 100; count += 1) expect(await isFound('secret')).toBe(true)
  })

  it('returns the rate limit’s tokens for a query only once when several requests share the query', async () => {
    await guessFor(10 * minuteMs, getNewNetwork)
    storedSecrets = ['secret']
    const results = Array.from({ length: 100 }, () => findPreviewSecret('secret', editorNetwork))
    await guessFor(20_000, getNewNetwork)
    expect(await Promise.all(results)).toEqual(Array(100).fill({ secret: 'secret' }))
    fetch.mockClear()
    await guessFor(minuteMs, getNewNetwork)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(4)
  })

  it('logs one failure of the Content Lake for all requests that share a query', async () => {
    const logError = vi.spyOn(console, 'error').mockImplementation(() => {})
    fetch.mockRejectedValueOnce(new Error('unreachable'))
    const guesses = Promise.allSettled(
      Array.from({ length: 100 }, () => findPreviewSecret('guessed', guesserNetwork)),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect((await guesses).filter(({ status }) => status === 'rejected')).toHaveLength(100)
    expect(logError).toHaveBeenCalledOnce()
  })

  it('finds a secret after a failure of the Content Lake', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    fetch.mockRejectedValueOnce(new Error('unreachable'))
    const rejection = expect(findPreviewSecret('secret', editorNetwork)).rejects.toThrow('unreachable')
    await vi.advanceTimersByTimeAsync(0)
    await rejection
    storedSecrets = ['secret']
    expect(await isFound('secret')).toBe(true)
  })
})
