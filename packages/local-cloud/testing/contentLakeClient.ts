import { createClient, type SanityClient } from '@sanity/client'

/**
 * Creates a client for a local Content Lake. Without a token, it is anonymous.
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
