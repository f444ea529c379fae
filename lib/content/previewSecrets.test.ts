import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const fetch = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('./draft', () => ({ previewClient: { fetch } }))

const [editor, guesser] = ['the network of an editor', 'the network of a guesser']

const minute = 60_000

let findPreviewSecret: typeof import('./previewSecrets').findPreviewSecret
/** The secrets in the Content Lake. */
let stored: string[]
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  stored = []
  fetch.mockReset()
  fetch.mockImplementation(async () => stored.map((secret) => ({ secret })))
  findPreviewSecret = (await import('./previewSecrets')).findPreviewSecret
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Whether a secret was found, with the time that it takes. */
async function isFound(secret: string): Promise<boolean> {
  const finding = findPreviewSecret(secret, editor)
  await vi.advanceTimersByTimeAsync(0)
  return Boolean(await finding)
}

/** Guesses ten times a second, from one network or from a new one each time. */
async function guessFor(milliseconds: number, network: (passed: number) => string = () => guesser) {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    findPreviewSecret('guessed', network(passed)).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
  }
}

/** A new network each time. */
const anyNetwork = (passed: number) => `network ${passed}`

describe('findPreviewSecret', () => {
  it('finds only a currently stored secret', async () => {
    expect(await isFound('secret')).toBe(false)
    stored = ['secret']
    expect(await isFound('secret')).toBe(true)
    stored = []
    expect(await isFound('secret')).toBe(false)
  })

  it('sends one query for all requests of the same moment', async () => {
    const guesses = Promise.all(Array.from({ length: 1000 }, () => findPreviewSecret('guessed', guesser)))
    await vi.advanceTimersByTimeAsync(0)
    expect(await guesses).toEqual(Array(1000).fill(undefined))
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('queries for a guess of one network once a minute at most', async () => {
    await guessFor(60 * minute)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(10 + 60)
  })

  it('refuses a network that guesses too often', async () => {
    await guessFor(5000)
    await expect(findPreviewSecret('guessed', guesser)).rejects.toMatchObject({ status: 429 })
  })

  it('queries for guesses of all networks once in 20 seconds at most', async () => {
    await guessFor(20 * minute, anyNetwork)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(20 + 60)
  })

  it('finds a new secret at once while another network guesses', async () => {
    await guessFor(10 * minute)
    stored = ['secret']
    expect(await isFound('secret')).toBe(true)
  })

  it('finds a new secret within 20 seconds while all networks guess', async () => {
    await guessFor(10 * minute, anyNetwork)
    stored = ['secret']
    const finding = findPreviewSecret('secret', editor)
    await guessFor(20_000, anyNetwork)
    expect(await finding).toEqual({ secret: 'secret' })
  })

  it('never delays a valid secret without guesses', async () => {
    stored = ['secret']
    for (let count = 0; count < 100; count += 1) expect(await isFound('secret')).toBe(true)
  })

  it('counts the guesses of others, however many share the query for a secret', async () => {
    await guessFor(10 * minute, anyNetwork)
    stored = ['secret']
    const findings = Array.from({ length: 100 }, () => findPreviewSecret('secret', editor))
    await guessFor(20_000, anyNetwork)
    expect(await Promise.all(findings)).toEqual(Array(100).fill({ secret: 'secret' }))
    fetch.mockClear()
    await guessFor(minute, anyNetwork)
    expect(fetch.mock.calls.length).toBeLessThanOrEqual(4)
  })

  it('logs one failure of the Content Lake for all requests that share a query', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    fetch.mockRejectedValueOnce(new Error('away'))
    const guesses = Promise.allSettled(
      Array.from({ length: 100 }, () => findPreviewSecret('guessed', guesser)),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect((await guesses).filter(({ status }) => status === 'rejected')).toHaveLength(100)
    expect(logged).toHaveBeenCalledOnce()
  })

  it('continues after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    fetch.mockRejectedValueOnce(new Error('away'))
    const failing = expect(findPreviewSecret('secret', editor)).rejects.toThrow('away')
    await vi.advanceTimersByTimeAsync(0)
    await failing
    stored = ['secret']
    expect(await isFound('secret')).toBe(true)
  })
})
