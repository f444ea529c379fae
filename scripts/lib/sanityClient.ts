import { createClient, type SanityClient } from '@sanity/client'
import { sanityImport } from '@sanity/import'
import { formatError, Problem } from './command.ts'
import { inRoot } from './paths.ts'

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

/**
 * Loads the seed into a dataset through Sanity's own import package; documents with the same ids are replaced.
 *
 * @param options.folder - another folder with an `.ndjson` file, `images/` and `files/`, as `sanity dataset export` writes it
 * @param options.reportProgress - called with the current step
 * @returns the number of written documents
 * @throws Problem when anything could not be imported
 */
export async function importSeed(
  access: ContentLakeAccess,
  options: { folder?: string | undefined; reportProgress?: (note: string) => void } = {},
): Promise<number> {
  const { numDocs, warnings } = await sanityImport(options.folder ?? inRoot('seed'), {
    client: createAdminClient(access),
    operation: 'createOrReplace',
    onProgress: ({ step, current, total }) =>
      options.reportProgress?.(`${step.toLowerCase()}${total ? ` ${current ?? 0}/${total}` : ''}`),
  }).catch((error: unknown) => {
    throw new Problem(`The seed could not be loaded: ${formatError(error)}`)
  })
  if (warnings[0]) throw new Problem(`The seed was not loaded completely: ${warnings[0].message}`)
  return numDocs
}
