import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchRecordingSessionEnd, isEnding, readSessionEnding, storeSessionEnding } from './sessionEnd'

const remaining = new Map<string, string>()

beforeEach(() => {
  remaining.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => remaining.get(key) ?? null,
    setItem: (key: string, value: string) => remaining.set(key, value),
    removeItem: (key: string) => remaining.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const base = 'https://project.example/auth/v1'
const renewal = `${base}/token?grant_type=refresh_token`

/** The service responds once; returns the stored end of the session then. */
async function after(url: string, status: number, body: unknown, init: RequestInit = { method: 'POST' }) {
  const result = typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
  const response = await fetchRecordingSessionEnd(async () => result)(url, init)
  // The client can still read the body.
  expect(await response.text()).toBe(typeof body === 'string' ? body : JSON.stringify(body))
  return readSessionEnding()
}

it.each([
  ['refresh_token_not_found', 'sessionEnded'],
  ['refresh_token_already_used', 'sessionEnded'],
  ['session_not_found', 'sessionEnded'],
  ['session_expired', 'sessionEnded'],
  ['user_banned', 'userBanned'],
  ['user_not_found', 'accountGone'],
])('a renewal that is refused with %s ends the session: %s', async (code, ending) => {
  expect(await after(renewal, 400, { code, message: '' })).toBe(ending)
})

it.each([
  [429, { code: 'over_request_rate_limit' }],
  [409, { code: 'conflict' }],
  [403, '<html>'],
])(
  'a renewal that is refused for another reason (%i) ends the session, too: the client drops it',
  async (status, body) => {
    expect(await after(renewal, status, body)).toBe('sessionEnded')
  },
)

it('parses the older shape of errors', async () => {
  expect(await after(renewal, 400, { code: 400, error_code: 'session_expired', msg: '' })).toBe(
    'sessionEnded',
  )
})

it('stores the ending of a session that was ended elsewhere', async () => {
  expect(await after(`${base}/user`, 403, { code: 'session_not_found' }, {})).toBe('sessionEnded')
})

it.each([
  ['a good answer', renewal, 200, { access_token: 'a' }],
  ['a token that a wrong clock makes look good', `${base}/user`, 403, { code: 'bad_jwt' }],
  ['an outage', renewal, 503, { code: 'unexpected_failure' }],
  ['an answer of a proxy', `${base}/user`, 403, '<html>'],
])('%s ends no session', async (_, url, status, body) => {
  expect(await after(url, status, body, url.endsWith('/user') ? {} : undefined)).toBeUndefined()
})

it.each([
  ['a sign-in', `${base}/token?grant_type=password`, 'POST'],
  ['a sign-out', `${base}/logout?scope=local`, 'POST'],
  ['a change', `${base}/user`, 'PUT'],
])('stores no ending when %s is refused', async (_, url, method) => {
  expect(await after(url, 403, { code: 'session_not_found' }, { method })).toBeUndefined()
})

it('is deleted, and invalid stored values are ignored', () => {
  storeSessionEnding('userBanned')
  expect(readSessionEnding()).toBe('userBanned')
  storeSessionEnding(undefined)
  expect(readSessionEnding()).toBeUndefined()
  for (const key of ['sb--auth-token-ended']) remaining.set(key, 'unexpected')
  expect(readSessionEnding()).toBeUndefined()
})

it('nothing is thrown where storage is blocked', () => {
  vi.stubGlobal('localStorage', undefined)
  storeSessionEnding('sessionEnded')
  expect(readSessionEnding()).toBeUndefined()
})

it('other problems are no ending', () => {
  expect(isEnding('serviceDown')).toBe(false)
  expect(isEnding('accountGone')).toBe(true)
})
