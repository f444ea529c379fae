import { RequestProblem } from '@/lib/api/problem'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import { fetchWithTimeout } from '@/lib/fetchWithTimeout'
import { getAccessToken, loadAuthClient } from './userStore'

/** How long people wait for a route at most. It answers within 10 seconds, and connections are slow. Milliseconds. */
const timeoutMs = 20_000

/**
 * Calls one of the site's own routes with the user's token, if there is one. Where the clock of this computer is
 * wrong, a token may look good and be too old; then it is renewed, and the call is made once more.
 *
 * @param path - such as `/api/check-subscription`
 * @param body - what to send as JSON
 * @returns the answer
 * @throws RequestProblem with the answer's code and details, or fetch's error when there was no answer
 */
export async function callRoute(path: string, body: object = {}): Promise<unknown> {
  const first = await call(path, body, await getAccessToken())
  if (first.status !== 401 || (await parseProblem(first.clone())).code !== 'bad_jwt')
    return parseResult(first)
  const client = await loadAuthClient()
  const { data, error } = await client.refreshSession()
  if (error) throw error
  return parseResult(await call(path, body, data.session?.access_token))
}

/**
 * Calls one of the site's own routes as a visitor, whoever is signed in.
 *
 * @param path - such as `/api/auth/verify`
 * @param body - sent as JSON
 * @returns the response
 * @throws as {@link callRoute}
 */
export async function callAsVisitor(path: string, body: object): Promise<unknown> {
  return parseResult(await call(path, body, undefined))
}

function call(path: string, body: object, token: string | undefined): Promise<Response> {
  return fetchWithTimeout(timeoutMs)(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    cache: 'no-store',
  })
}

async function parseResult(response: Response): Promise<unknown> {
  if (!response.ok) throw await parseProblem(response)
  return response.json()
}

async function parseProblem(response: Response): Promise<RequestProblem> {
  const body: unknown = await response.json().catch(() => null)
  const error = getProperty(body, 'error')
  const details = typeof error === 'object' && error ? error : undefined
  return new RequestProblem(response.status, getErrorCode(error) ?? 'internal', { details })
}
