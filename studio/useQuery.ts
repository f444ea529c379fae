import type { ClientPerspective } from '@sanity/client'
import { useEffect, useState } from 'react'
import { useClient } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'

/** A Content Lake query. The object must be stable across renders. */
export type Query = { query: string; params?: Record<string, unknown>; perspective: ClientPerspective }

/**
 * Fetches from the Content Lake on mount, and again when the query object changes.
 *
 * @param request - undefined to send no request
 * @returns the latest result; undefined while the first one loads, `failed` when the latest request failed
 */
export function useQuery<Result>(request: Query | undefined): Result | 'failed' | undefined {
  const client = useClient({ apiVersion })
  const [result, setResult] = useState<Result | 'failed'>()
  useEffect(() => {
    if (!request) return
    let isCurrent = true
    const { query, params = {}, perspective } = request
    // Not aborted on unmount: the Studio would report an aborted request as a lost connection.
    client
      .withConfig({ perspective })
      .fetch<Result>(query, params)
      .catch(() => 'failed' as const)
      .then((fetched) => {
        if (isCurrent) setResult(fetched)
      })
    return () => {
      isCurrent = false
    }
  }, [client, request])
  return result
}
