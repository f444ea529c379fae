import { beforeEach, describe, expect, it, vi } from 'vitest'

const fetchShare = vi.hoisted(() => vi.fn())
const request = vi.hoisted(() => ({ isDraft: true, cookie: '' }))
vi.mock('./draft', () => ({ previewClient: { fetch: fetchShare } }))
vi.mock('@/lib/processClock', () => ({ getProcessTimeMs: () => Date.now() + 0.25 }))
vi.mock('@/lib/env', () => ({ environment: () => ({ SANITY_API_READ_TOKEN: 'r'.repeat(24) }) }))
vi.mock('next/headers', () => ({
  draftMode: async () => ({ isEnabled: request.isDraft }),
  cookies: async () => ({ get: () => ({ value: request.cookie }) }),
}))

const editor = { _type: 'sanity.previewUrlSecret', secret: 'a-secret-of-the-studio' }
const shared = { _type: 'sanity.previewUrlShareAccess', secret: 'a-shared-secret' }
const hourMs = 3_600_000

let session: typeof import('./previewSession')
/** The secret for shared links, as stored in the Content Lake; null while sharing is off. */
let storedSecret: string | null
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  storedSecret = shared.secret
  fetchShare.mockImplementation(async () => storedSecret && { secret: storedSecret })
  session = await import('./previewSession')
})

describe('a preview session', () => {
  it('states whether an editor or a shared link started it', async () => {
    for (const secret of [editor, shared]) {
      const value = session.startPreviewSession(secret)
      expect(value).not.toContain(secret.secret)
      expect(await session.validatePreviewSession(value)).toEqual({
        kind: secret === shared ? 'shared' : 'editor',
      })
    }
  })

  it('from a shared link ends within eight seconds after sharing is turned off', async () => {
    const value = session.startPreviewSession(shared)
    expect(await session.validatePreviewSession(value)).toBeDefined()
    storedSecret = null
    vi.advanceTimersByTime(7500)
    expect(await session.validatePreviewSession(value)).toBeUndefined()
    storedSecret = 'another-shared-secret'
    vi.advanceTimersByTime(7500)
    expect(await session.validatePreviewSession(value)).toBeUndefined()
    const editorSession = session.startPreviewSession(editor)
    storedSecret = null
    vi.advanceTimersByTime(7500)
    expect(await session.validatePreviewSession(editorSession)).toEqual({ kind: 'editor' })
  })

  it.each([editor, shared])('ends after 24 hours: $_type', async (secret) => {
    const value = session.startPreviewSession(secret)
    vi.advanceTimersByTime(24 * hourMs - 1000)
    expect(await session.validatePreviewSession(value)).toBeDefined()
    vi.advanceTimersByTime(1000)
    expect(await session.validatePreviewSession(value)).toBeUndefined()
  })

  it('is rejected when it is missing, forged or changed', async () => {
    const value = session.startPreviewSession(shared)
    const [kind, startedAt, hash, signature] = value.split('.')
    for (const forged of [
      undefined,
      '',
      'editor',
      '...',
      `editor.${startedAt}..${signature}`,
      `editor.${startedAt}.${hash}.${signature}`,
      `${kind}.${Number(startedAt) + 1}.${hash}.${signature}`,
      `${value}.`,
      value.slice(0, -1),
    ]) {
      expect(await session.validatePreviewSession(forged), forged).toBeUndefined()
    }
  })

  it('is ignored outside draft mode', async () => {
    request.cookie = session.startPreviewSession(editor)
    request.isDraft = true
    expect(await session.readPreviewSession()).toEqual({ kind: 'editor' })
    request.isDraft = false
    expect(await session.readPreviewSession()).toBeUndefined()
  })

  it('causes at most one query every eight seconds for all pages and streams', async () => {
    const value = session.startPreviewSession(shared)
    for (let seconds = 0; seconds < 3600; seconds += 2) {
      await Promise.all(Array.from({ length: 10 }, () => session.validatePreviewSession(value)))
      vi.advanceTimersByTime(2000)
    }
    expect(fetchShare.mock.calls.length).toBeLessThanOrEqual(450)
  })
})
