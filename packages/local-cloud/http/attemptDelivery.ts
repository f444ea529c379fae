/** The maximum number of characters that are stored from a response's body. */
const maxStoredCharacters = 2000

/** An attempt to deliver a webhook. */
export type Attempt = {
  createdAt: string
  /** How long the attempt took, in milliseconds. */
  duration: number
  /** Null when the receiver was unreachable. */
  resultCode: number | null
  resultBody: string | null
  failureReason: 'http' | 'timeout' | 'network' | null
}

/** Posts a webhook once. Never rejects: the attempt contains the failure. `stop` aborts the request at shutdown. */
export async function attemptDelivery(
  url: string,
  init: Pick<RequestInit, 'headers' | 'body'> & { timeoutMs: number; stop: AbortSignal },
): Promise<Attempt> {
  const startedAt = Date.now()
  const finish = (result: Pick<Attempt, 'resultCode' | 'resultBody' | 'failureReason'>): Attempt => ({
    createdAt: new Date(startedAt).toISOString(),
    duration: Date.now() - startedAt,
    ...result,
  })
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(init.timeoutMs), init.stop])
    const response = await fetch(url, { ...init, method: 'POST', redirect: 'manual', signal })
    const resultBody = (await response.text()).slice(0, maxStoredCharacters)
    return finish({ resultCode: response.status, resultBody, failureReason: response.ok ? null : 'http' })
  } catch (error) {
    const failureReason = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network'
    return finish({ resultCode: null, resultBody: null, failureReason })
  }
}
