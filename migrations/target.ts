import { createClient, type SanityClient } from '@sanity/client'
import type { ContentTarget, StoredDocument } from './types.ts'

/** The API's behaviour that the migrations were written for. */
const apiVersion = '2026-10-01'

/**
 * Makes the client that migrations read and write with.
 *
 * @param env - variables of the environment, normally `process.env`
 * @throws an Error that names a missing variable and says what it should be
 */
export function migrationClient(env: Record<string, string | undefined>): SanityClient {
  const apiHost = env.NEXT_PUBLIC_SANITY_API_HOST
  return createClient({
    projectId: needed(env, 'NEXT_PUBLIC_SANITY_PROJECT_ID', 'the Sanity project id'),
    dataset: needed(env, 'NEXT_PUBLIC_SANITY_DATASET', 'the dataset, for example production'),
    token: needed(env, 'SANITY_API_WRITE_TOKEN', 'a Sanity token that may write'),
    apiVersion,
    useCdn: false,
    // Drafts and versions have to follow, or publishing one would bring the old form back.
    perspective: 'raw',
    ...(apiHost ? { apiHost, useProjectHostname: false } : {}),
  })
}

function needed(env: Record<string, string | undefined>, name: string, meaning: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is missing: it should be ${meaning}.`)
  return value
}

/** Lets the runner work on a dataset through its client. */
export function contentTarget(client: SanityClient): ContentTarget {
  return {
    documents: (filter, params = {}) =>
      client.fetch<StoredDocument[]>(`*[${filter}] | order(_id)`, params, { filterResponse: true }),
    commit: async (mutations) => {
      await client.mutate(mutations, { visibility: 'sync', autoGenerateArrayKeys: false })
    },
  }
}
