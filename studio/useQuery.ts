import type { ClientPerspective } from '@sanity/client'
import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { apiVersion } from '@/lib/content/config'

/** A question to the Content Lake. The object has to stay the same from one render to the next. */
export type Question = { query: string; params?: Record<string, unknown>; perspective: ClientPerspective }

/**
 * Asks the Content Lake when a form or tool appears, and again when the question changes.
 *
 * @param question - undefined while there is nothing to ask
 * @returns the answer; undefined until it is there, `failed` when there is none
 */
export function useQuery<Result>(question: Question | undefined): Result | 'failed' | undefined {
  const client = useClient({ apiVersion })
  const [answer, setAnswer] = useState<Result | 'failed'>()
  useEffect(() => {
    if (!question) return
    let isCurrent = true
    const { query, params = {}, perspective } = question
    // Not aborted when it is not needed any more: the Studio would take that for a lost connection.
    client
      .withConfig({ perspective })
      .fetch<Result>(query, params)
      .catch(() => 'failed' as const)
      .then((found) => {
        if (isCurrent) setAnswer(found)
      })
    return () => {
      isCurrent = false
    }
  }, [client, question])
  return answer
}
