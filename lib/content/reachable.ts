import 'server-only'
import { client } from './client'

/**
 * Asks whether the Content Lake answers.
 *
 * @param milliseconds - how long to wait for it
 */
export function contentIsReachable(milliseconds: number): Promise<boolean> {
  const answer = client.fetch('1', {}, { cache: 'no-store', signal: AbortSignal.timeout(milliseconds) })
  return answer.then(
    () => true,
    () => false,
  )
}
