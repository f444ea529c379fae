import { createClient, type SanityClient } from '@sanity/client'

/**
 * A client of a local content lake.
 *
 * @param lakeOrigin - where the lake answers, `http://localhost:…`
 * @param token - of whoever asks; without one as everybody
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
