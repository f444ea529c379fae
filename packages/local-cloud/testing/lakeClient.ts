import { createClient, type SanityClient } from '@sanity/client'

/**
 * Creates a client of a local Content Lake.
 *
 * @param lakeOrigin - `http://localhost:…`
 */
export function lakeClient(lakeOrigin: string, token?: string): SanityClient {
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: lakeOrigin,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
    ...(token ? { token } : {}),
  })
}
