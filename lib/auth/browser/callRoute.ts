import { RequestProblem } from '@/lib/api/problem'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import { getAccessToken, loadAuthClient } from './userStore'

/** The timeout of a request. Routes that pages call respond within 10 seconds, but connections may be slow. */
const timeoutMs = 20_000

/**
 * Calls one of the site's own routes with the user's token, if there is one. On a computer with a wrong clock, an
 * expired token may look valid. When the route rejects the token, this refreshes it and retries the call once.
 *
 * @throws RequestProblem with the response's code and details; the error of `fetch` or of the account service
 */
export async function callRoute(path: string, body: object = {}): Promise<unknown> {
  const response = await call(path, body, await getAccessToken())
  if (response.status !== 401 || (await parseProblem(response.clone())).code !== 'bad_jwt')
    return parseResult(response)
  const client = await loadAuthClient()
  const { data, error } = await client.refreshSession()
  if (error) throw error
  return parseResult(await call(path, body, data.session?.access_token))
}

/** Calls one of the site's own routes like {@link callRoute}, without the user's token. */
export async function callAsVisitor(path: string, body: object): Promise<unknown> {
  return parseResult(await call(path, body, undefined))
}

function call(path: string, body: object, token: string | undefined): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
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
