/**
 * A `fetch` that gives up on an answer after a while, as if the connection had broken off.
 *
 * @param patience - milliseconds
 */
export function patientFetch(patience: number): typeof fetch {
  return (input, init) => {
    const timeout = AbortSignal.timeout(patience)
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout
    return fetch(input, { ...init, signal })
  }
}
