import type { SanityClient } from '@sanity/client'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { createContentLakeClient } from '../../testing/contentLakeClient.ts'

/** Creates a client with the administrator's token. */
export function createWriter({ contentLakeOrigin, env }: RunningCloud): SanityClient {
  const client = createContentLakeClient(contentLakeOrigin, String(env.SANITY_API_WRITE_TOKEN))
  return client.withConfig({ perspective: 'raw', maxRetries: 0 })
}
