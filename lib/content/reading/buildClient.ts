import { createClient, type SanityClient } from '@sanity/client'
import type { Environment } from '@/lib/env'

/**
 * Creates a client that reads published content for the build, outside of the site's cache.
 *
 * @param apiVersion - of Sanity's API, such as `2025-02-19`
 */
export function createBuildClient(env: Environment, apiVersion: string): SanityClient {
  const apiHost = env.NEXT_PUBLIC_SANITY_API_HOST
  return createClient({
    projectId: env.NEXT_PUBLIC_SANITY_PROJECT_ID,
    dataset: env.NEXT_PUBLIC_SANITY_DATASET,
    apiVersion,
    useCdn: false,
    maxRetries: 2,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
  })
}
