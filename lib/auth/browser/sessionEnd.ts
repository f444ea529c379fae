import { sessionKey } from '@/lib/auth/config'
import { tryStorage } from '@/lib/browserStorage'
import { getErrorCode, getProperty } from '@/lib/errorCode'
import { type ProblemName, toProblemNames } from './problems'

/**
 * Why a session can end without a sign-out: it expired, was ended on another device, or its user was banned or
 * deleted.
 */
const endings = ['sessionEnded', 'userBanned', 'accountGone'] as const satisfies readonly ProblemName[]
type Ending = (typeof endings)[number]

const key = `${sessionKey}-ended`

/** Whether a problem means that the session has ended, so that a retry would not help. */
export function isSessionEnding(problem: ProblemName): problem is Ending {
  return endings.some((each) => each === problem)
}

/** Returns why this browser's last session ended without a sign-out; undefined after the next sign-in. */
export function readSessionEnding(): Ending | undefined {
  const stored = tryStorage((storage) => storage.getItem(key))
  return endings.find((each) => each === stored)
}

/** Stores why the session ended, for the next page or tab of this browser. If undefined, deletes the stored reason. */
export function storeSessionEnding(ending: Ending | undefined): void {
  tryStorage((storage) => (ending ? storage.setItem(key, ending) : storage.removeItem(key)))
}

/**
 * Creates a `fetch` for the account service's client. It stores why the service refused a session, because the client
 * drops the session without reporting a reason.
 */
export function createFetchRecordingSessionEnd(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await request(input, init)
    if (response.status < 400 || response.status > 499) return response
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
    const isRenewal = pathname.endsWith('/token') && searchParams.get('grant_type') === 'refresh_token'
    const isUserRequest = pathname.endsWith('/user') && (init?.method ?? 'GET') === 'GET'
    if (isRenewal || isUserRequest) await storeRefusal(response.clone(), isRenewal)
    return response
  }
}

async function storeRefusal(response: Response, isRenewal: boolean): Promise<void> {
  const body: unknown = await response.json().catch(() => null)
  const code = getErrorCode(body)
  // `withFreshToken` refreshes an invalid token; only a refused refresh ends the session.
  if (code === 'bad_jwt') return
  const [problem] = toProblemNames({
    code: code ?? getProperty(body, 'error_code'),
    status: response.status,
  })
  if (problem && isSessionEnding(problem)) storeSessionEnding(problem)
  // After any refused refresh, the client drops the session.
  else if (isRenewal) storeSessionEnding('sessionEnded')
}
