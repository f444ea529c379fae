import { beforeEach, expect, it, vi } from 'vitest'
import { callRoute } from './callRoute'

const refreshSession = vi.hoisted(() => vi.fn())
vi.mock('./userStore', () => ({
  getAccessToken: async () => 'old',
  loadAuthClient: async () => ({ refreshSession }),
}))

const calls: Request[] = []
let responses: Response[] = []
const errorResponse = (status: number, code: string) => Response.json({ error: { code } }, { status })

beforeEach(() => {
  calls.length = 0
  refreshSession.mockResolvedValue({ data: { session: { access_token: 'new' } }, error: null })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push(new Request(new URL(path, 'http://site.test'), init))
    return responses.shift() ?? Response.error()
  })
})

const getSentTokens = () => calls.map(({ headers }) => headers.get('authorization'))

it('sends the user’s token and returns the response', async () => {
  responses = [Response.json({ subscribed: true })]
  expect(await callRoute('/api/check-subscription')).toEqual({ subscribed: true })
  expect(getSentTokens()).toEqual(['Bearer old'])
  expect(calls[0]?.method).toBe('POST')
})

it('refreshes a token that the server rejects as expired, and retries the request', async () => {
  responses = [errorResponse(401, 'bad_jwt'), Response.json({ subscribed: true })]
  expect(await callRoute('/api/check-subscription')).toEqual({ subscribed: true })
  expect(getSentTokens()).toEqual(['Bearer old', 'Bearer new'])
})

it('retries a rejected request only once', async () => {
  responses = [errorResponse(401, 'bad_jwt'), errorResponse(401, 'bad_jwt')]
  await expect(callRoute('/api/x')).rejects.toMatchObject({ status: 401, code: 'bad_jwt' })
  expect(calls).toHaveLength(2)
})

it.each([
  [401, 'session_not_found'],
  [403, 'insufficient_aal'],
  [503, 'accounts_unavailable'],
])('throws %i %s without refreshing the token', async (status, code) => {
  responses = [errorResponse(status, code)]
  await expect(callRoute('/api/x')).rejects.toMatchObject({ status, code })
  expect(refreshSession).not.toHaveBeenCalled()
})

it('throws a problem with code “internal” for an error response that is not JSON', async () => {
  responses = [new Response('<html>', { status: 502 })]
  await expect(callRoute('/api/x')).rejects.toMatchObject({ status: 502, code: 'internal' })
})
