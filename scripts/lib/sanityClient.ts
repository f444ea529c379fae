import { createClient, type SanityClient } from '@sanity/client'

/** A dataset with an administrator's token. */
export type ContentLakeAccess = {
  NEXT_PUBLIC_SANITY_PROJECT_ID: string
  NEXT_PUBLIC_SANITY_DATASET: string
  /** Missing for the hosted service. */
  NEXT_PUBLIC_SANITY_API_HOST?: string | undefined
  SANITY_API_WRITE_TOKEN: string
}

/** Creates a client of the Content Lake with full access to every document. */
export function createAdminClient(access: ContentLakeAccess): SanityClient {
  const { NEXT_PUBLIC_SANITY_API_HOST: apiHost } = access
  return createClient({
    projectId: access.NEXT_PUBLIC_SANITY_PROJECT_ID,
    dataset: access.NEXT_PUBLIC_SANITY_DATASET,
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
    apiVersion: '2025-02-19',
    token: access.SANITY_API_WRITE_TOKEN,
    perspective: 'raw',
    useCdn: false,
    maxRetries: 2,
  })
}

/** Counts a dataset's documents, drafts and assets included, without Sanity's system documents. */
export function countDocuments(access: ContentLakeAccess): Promise<number> {
  return createAdminClient(access).fetch<number>('count(*[!(_id in path("_.**"))])')
}
