import { createClient, type SanityClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'
import { Problem } from './command.ts'
import { inRoot } from './paths.ts'

/** A dataset, and an administrator's token for requests that visitors may not make. */
export type ContentLakeAccess = {
  NEXT_PUBLIC_SANITY_PROJECT_ID: string
  NEXT_PUBLIC_SANITY_DATASET: string
  /** Not set for the hosted service. */
  NEXT_PUBLIC_SANITY_API_HOST?: string | undefined
  SANITY_API_WRITE_TOKEN?: string | undefined
}

/** Creates a Content Lake client. Without a token, it reads only what visitors can read. */
export function createContentLakeClient(dataset: ContentLakeAccess, token?: string): SanityClient {
  const { NEXT_PUBLIC_SANITY_API_HOST: apiHost } = dataset
  return createClient({
    projectId: dataset.NEXT_PUBLIC_SANITY_PROJECT_ID,
    dataset: dataset.NEXT_PUBLIC_SANITY_DATASET,
    ...(apiHost && { apiHost, useProjectHostname: false }),
    ...(token && { token }),
    apiVersion: '2025-02-19',
    perspective: 'raw',
    useCdn: false,
    maxRetries: 2,
  })
}

/** Creates a Content Lake client with full access to every document. Throws a Problem when the token is missing. */
export function createAdminClient(access: ContentLakeAccess): SanityClient {
  const { SANITY_API_WRITE_TOKEN: token } = access
  if (!token) throw new Problem("SANITY_API_WRITE_TOKEN is missing: enter an administrator's token.")
  return createContentLakeClient(access, token)
}

/** Counts a dataset's documents, including drafts and assets, but not Sanity's system documents. */
export function countDocuments(access: ContentLakeAccess): Promise<number> {
  return createAdminClient(access).fetch<number>('count(*[!(_id in path("_.**"))])')
}

/**
 * Loads a folder or an export with Sanity's own import package. Returns the number of written documents.
 *
 * @param operation - whether documents with the same ids are an error (`create`) or are replaced
 * @throws Problem when an item could not be imported, or Sanity's error
 */
export async function importContent(
  access: ContentLakeAccess,
  source: string | NodeJS.ReadableStream,
  operation: 'create' | 'createOrReplace',
): Promise<number> {
  const { numDocs, warnings } = await sanityImport(source, {
    client: createAdminClient(access),
    operation,
    // Cross-dataset references require datasets that a new project does not have.
    skipCrossDatasetReferences: true,
  })
  if (warnings[0]) throw new Problem(`The content was not loaded completely: ${warnings[0].message}`)
  return numDocs
}

/** Loads the seed; see {@link importContent}. */
export const importSeed = (access: ContentLakeAccess): Promise<number> =>
  importContent(access, inRoot('seed'), 'createOrReplace')
