import { createClient, type SanityClient } from '@sanity/client'
import type { CloudEnvironment } from './environment.ts'

/** A client of the local content lake that may do everything and sees every document. */
export function adminClient(cloud: CloudEnvironment): SanityClient {
  return createClient({
    projectId: cloud.NEXT_PUBLIC_SANITY_PROJECT_ID,
    dataset: cloud.NEXT_PUBLIC_SANITY_DATASET,
    apiHost: cloud.NEXT_PUBLIC_SANITY_API_HOST,
    useProjectHostname: false,
    apiVersion: '2025-02-19',
    token: cloud.SANITY_API_WRITE_TOKEN,
    perspective: 'raw',
    useCdn: false,
    maxRetries: 2,
  })
}
