import { after } from 'next/server'

/**
 * Keeps the process alive until `work` settles, since a host may stop or freeze it after the response. Ignores errors
 * from `work`. Outside a request, for example in a script, it only ignores them.
 */
export function runAfterResponse(work: Promise<unknown>): void {
  const settled = work.catch(() => {})
  try {
    after(settled)
  } catch {
    // `after` throws outside a request.
  }
}
