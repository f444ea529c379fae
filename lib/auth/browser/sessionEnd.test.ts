import { beforeEach, expect, it, vi } from 'vitest'
import {
  createFetchRecordingSessionEnd,
  isSessionEnding,
  readSessionEnding,
  storeSessionEnding,
} from './sessionEnd'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

const authUrl = 'https://project.example/auth/v1'
const renewalUrl = `${authUrl}/token?grant_type=refresh_token`

/** Sends a request that gets this response, and returns the ending that is stored afterward. */
async function readEndingAfter(
  url: string,
  status: number,
  body: unknown,
  init: RequestInit = { method: 'POST' },
) {
  const serviceResponse =
    typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
  const response = await createFetchRecordingSessionEnd(async () => serviceResponse)(url, init)
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
])('after a refresh is refused with %s, stores %s', async (code, ending) => {
  expect(await readEndingAfter(renewalUrl, 400, { code, message: '' })).toBe(ending)
})

it.each([
  [429, { code: 'over_request_rate_limit' }],
  [409, { code: 'conflict' }],
  [403, '<html>'],
])('after a refresh is refused for another reason (%i), stores sessionEnded', async (status, body) => {
  expect(await readEndingAfter(renewalUrl, status, body)).toBe('sessionEnded')
})

it('parses errors in the older format', async () => {
  expect(await readEndingAfter(renewalUrl, 400, { code: 400, error_code: 'session_expired', msg: '' })).toBe(
    'sessionEnded',
  )
})

it('stores the ending of a session that was ended elsewhere', async () => {
  expect(await readEndingAfter(`${authUrl}/user`, 403, { code: 'session_not_found' }, {})).toBe(
    'sessionEnded',
  )
})

it.each([
  ['a successful response', renewalUrl, 200, { access_token: 'a' }],
  ['an expired token that a wrong clock makes look valid', `${authUrl}/user`, 403, { code: 'bad_jwt' }],
  ['an outage', renewalUrl, 503, { code: 'unexpected_failure' }],
  ['an error from a proxy', `${authUrl}/user`, 403, '<html>'],
])('stores no ending after %s', async (_, url, status, body) => {
  expect(await readEndingAfter(url, status, body, url.endsWith('/user') ? {} : undefined)).toBeUndefined()
})

it.each([
  ['a sign-in', `${authUrl}/token?grant_type=password`, 'POST'],
  ['a sign-out', `${authUrl}/logout?scope=local`, 'POST'],
  ['a change', `${authUrl}/user`, 'PUT'],
])('stores no ending when %s is refused', async (_, url, method) => {
  expect(await readEndingAfter(url, 403, { code: 'session_not_found' }, { method })).toBeUndefined()
})

it('deletes the stored ending, and ignores an invalid one', () => {
  storeSessionEnding('userBanned')
  expect(readSessionEnding()).toBe('userBanned')
  storeSessionEnding(undefined)
  expect(readSessionEnding()).toBeUndefined()
  stored.set('sb--auth-token-ended', 'unexpected')
  expect(readSessionEnding()).toBeUndefined()
})

it('does not throw when storage is blocked', () => {
  vi.stubGlobal('localStorage', undefined)
  storeSessionEnding('sessionEnded')
  expect(readSessionEnding()).toBeUndefined()
})

it('isSessionEnding is true only for problems that end a session', () => {
  expect(isSessionEnding('serviceDown')).toBe(false)
  expect(isSessionEnding('accountGone')).toBe(true)
})
