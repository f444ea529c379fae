import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import { z } from 'zod'
import { Problem } from '../lib/problem.ts'
import { type ContentLakeAccess, countDocuments, createAdminClient } from '../lib/sanityClient.ts'
import { createDataset, findDataset } from '../lib/sanityManagement.ts'
import { type ContentBackup, computeChecksum } from './manifest.ts'

const archiveName = 'content.tar.gz'

/** Preview secrets expire after an hour, so a backup omits them. */
const previewSecretType = 'sanity.previewUrlSecret'

/** Selects the compared documents: neither system documents, such as releases, nor preview secrets. */
const comparedFilter = `!(_id in path("_.**")) && _type != "${previewSecretType}"`
const pageSize = 500

const documentSchema = z.looseObject({ _id: z.string(), _type: z.string() })

type Document = z.infer<typeof documentSchema>

const isAsset = ({ _type }: Document) => _type === 'sanity.imageAsset' || _type === 'sanity.fileAsset'

/** Attributes that an import rewrites: https://www.sanity.io/docs/content-lake/importing-data */
const attributesChangedByImport = ['_rev', '_updatedAt']
/** Attributes of an asset that its upload rewrites; its URL contains the project and dataset. */
const attributesChangedByUpload = [
  ...attributesChangedByImport,
  '_createdAt',
  'url',
  'path',
  'uploadId',
  'metadata',
]

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}

const systemSchema = z.looseObject({ delete: z.boolean().optional() })

/** Computes a digest of a document's content that is the same in a backup and after its restoration. */
export function computeDigest({ _system, ...document }: Document): string {
  const ignored = new Set(isAsset(document) ? attributesChangedByUpload : attributesChangedByImport)
  // An import writes the flag with which a release deletes a document, but not `base`, the revision from which a draft
  // or version began.
  const isDeletion = systemSchema.safeParse(_system).data?.delete === true
  const entries = Object.entries({ ...document, ...(isDeletion && { _system: { delete: true } }) })
  const comparedAttributes = Object.fromEntries(entries.filter(([key]) => !ignored.has(key)))
  return createHash('sha256')
    .update(JSON.stringify(sortKeys(comparedAttributes)))
    .digest('hex')
    .slice(0, 32)
}

/** Computes the digest of each document, draft, version and asset of {@link comparedFilter} in a dataset, by id. */
async function computeDigests(client: SanityClient): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (let lastId = ''; ; ) {
    const query = `*[_id > $last && ${comparedFilter}] | order(_id) [0...${pageSize}]`
    const page = z.array(documentSchema).parse(await client.fetch<unknown>(query, { last: lastId }))
    for (const document of page) digests[document._id] = computeDigest(document)
    const lastDocument = page.at(-1)
    if (!lastDocument || page.length < pageSize) return digests
    lastId = lastDocument._id
  }
}

const countAssets = (client: SanityClient) =>
  client.fetch<number>('count(*[_type in ["sanity.imageAsset", "sanity.fileAsset"]])')

/** Returns the ids of documents that differ, or that only one of the two lists has. */
function findDifferentIds(a: Record<string, string>, b: Record<string, string>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((id) => a[id] !== b[id]).toSorted()
}

/**
 * Writes the documents, drafts and assets of a dataset in Sanity's own export format. Omits preview secrets, and system
 * documents other than releases.
 *
 * @param folder - where the archive is written
 * @throws Problem when an asset cannot be read, or the content changed during each of three attempts
 */
export async function backUpContent(access: ContentLakeAccess, folder: string): Promise<ContentBackup> {
  const client = createAdminClient(access)
  const { projectId, dataset } = client.config()
  if (!projectId || !dataset) throw new Problem('The project id or the name of the dataset is missing.')
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const digestsBeforeExport = await computeDigests(client)
    const expectedAssetCount = await countAssets(client)
    const { assetCount } = await exportDataset({
      client,
      dataset,
      outputPath: join(folder, archiveName),
      filterDocument: ({ _type }) => _type !== previewSecretType,
    })
    // The content changed during the export, so the digests would not match it.
    if (findDifferentIds(digestsBeforeExport, await computeDigests(client)).length > 0) continue
    // For an unreadable or missing asset the export only warns.
    if (assetCount !== expectedAssetCount) {
      throw new Problem(
        `Of ${expectedAssetCount} pictures and files only ${assetCount} could be read: nothing was written.`,
      )
    }
    return {
      project: projectId,
      dataset,
      file: archiveName,
      sha256: await computeChecksum(join(folder, archiveName)),
      assets: expectedAssetCount,
      documents: digestsBeforeExport,
    }
  }
  throw new Problem('The content changed while it was read, three times: try again when fewer people edit.')
}

/**
 * Requires a dataset without documents, and creates a missing one.
 *
 * @throws Problem when it has documents
 */
export async function requireEmptyDataset(access: ContentLakeAccess): Promise<void> {
  if (!(await findDataset(access))) return createDataset(access)
  const count = await countDocuments(access)
  if (count === 0) return
  throw new Problem(
    `The dataset "${access.NEXT_PUBLIC_SANITY_DATASET}" is not empty: it has ${count} documents. Restore into a new one, by another name in NEXT_PUBLIC_SANITY_DATASET.`,
  )
}

/**
 * Restores the documents and assets of a backup into an empty dataset, and compares each with the backup.
 *
 * @returns the number of restored documents and assets
 * @throws Problem when an asset could not be restored, or a document or asset differs
 */
export async function restoreContent(
  access: ContentLakeAccess,
  folder: string,
  backup: ContentBackup,
): Promise<number> {
  const client = createAdminClient(access)
  const { warnings } = await sanityImport(createReadStream(join(folder, backup.file)), {
    client,
    operation: 'create',
    // Cross-dataset references would require datasets that a new project does not have.
    skipCrossDatasetReferences: true,
  })
  if (warnings[0]) throw new Problem(`The content was not restored completely: ${warnings[0].message}`)
  const restored = await computeDigests(client)
  const different = findDifferentIds(backup.documents, restored)
  if (different.length > 0) {
    throw new Problem(`The restored content differs from the backup: ${different.slice(0, 10).join(', ')}.`)
  }
  return Object.keys(restored).length
}
