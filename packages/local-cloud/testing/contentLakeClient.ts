import { createClient, type SanityClient } from '@sanity/client'

/**
 * Creates a client of a local Content Lake, anonymous without a token.
 *
 * @param contentLakeOrigin - `http://localhost:…`
 */
export function createContentLakeClient(contentLakeOrigin: string, token?: string): SanityClient {
  return createClient({
    projectId: 'local',
    dataset: 'production',
    apiHost: contentLakeOrigin,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    useCdn: false,
    ...(token ? { token } : {}),
  })
}
