import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const fetch = vi.hoisted(() => vi.fn())
vi.mock('server-only', () => ({}))
vi.mock('./draft', () => ({ previewClient: { fetch } }))

const minute = 60_000

let findPreviewSecret: typeof import('./previewSecrets').findPreviewSecret
/** What the lake has stored. */
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
  const finding = findPreviewSecret(secret)
  await vi.advanceTimersByTimeAsync(0)
  return Boolean(await finding)
}

/** Somebody guesses ten times a second. */
async function guessFor(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    void findPreviewSecret('guessed')
    await vi.advanceTimersByTimeAsync(100)
  }
}

describe('findPreviewSecret', () => {
  it('asks for what is stored when it is asked, and finds nothing else', async () => {
    expect(await isFound('secret')).toBe(false)
    stored = ['secret']
    expect(await isFound('secret')).toBe(true)
    stored = []
    expect(await isFound('secret')).toBe(false)
  })

  it('asks once for all who come at the same moment', async () => {
    const guesses = Promise.all(Array.from({ length: 1000 }, () => findPreviewSecret('guessed')))
    await vi.advanceTimersByTimeAsync(0)
    expect(await guesses).toEqual(Array(1000).fill(undefined))
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('asks seldom, however much is guessed', async () => {
    await guessFor(10 * minute)
    expect(fetch.mock.calls.length).toBeLessThan(140)
  })

  it('lets who has a secret in meanwhile, after a moment', async () => {
    await guessFor(2 * minute)
    stored = ['secret']
    const finding = findPreviewSecret('secret')
    await guessFor(5000)
    expect(await finding).toEqual({ secret: 'secret' })
  })

  it('never keeps waiting who has a secret, when nobody guesses', async () => {
    stored = ['secret']
    for (let count = 0; count < 100; count += 1) expect(await isFound('secret')).toBe(true)
  })

  it('counts the guesses of others however many share the question of who has a secret', async () => {
    await guessFor(2 * minute)
    stored = ['secret']
    const findings = Array.from({ length: 100 }, () => findPreviewSecret('secret'))
    await guessFor(5000)
    expect(await Promise.all(findings)).toEqual(Array(100).fill({ secret: 'secret' }))
    fetch.mockClear()
    await guessFor(minute)
    expect(fetch.mock.calls.length).toBeLessThan(15)
  })

  it('logs once that the lake is away for all who share a question', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    fetch.mockRejectedValueOnce(new Error('away'))
    const guesses = Promise.allSettled(Array.from({ length: 100 }, () => findPreviewSecret('guessed')))
    await vi.advanceTimersByTimeAsync(0)
    expect((await guesses).filter(({ status }) => status === 'rejected')).toHaveLength(100)
    expect(logged).toHaveBeenCalledOnce()
  })

  it('goes on after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    fetch.mockRejectedValueOnce(new Error('away'))
    const failing = expect(findPreviewSecret('secret')).rejects.toThrow('away')
    await vi.advanceTimersByTimeAsync(0)
    await failing
    stored = ['secret']
    expect(await isFound('secret')).toBe(true)
  })
})
