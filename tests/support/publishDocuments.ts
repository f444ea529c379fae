import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { SanityClient } from '@sanity/client'
import { contentClient, control, restoreContent } from './content.ts'
import { type ContentDocument, isObject, readDocuments, seedFile } from './documents.ts'

/** A delivery of the local cloud's webhooks, as its control API returns it. */
type Delivery = { documentId: string; status: string; createdAt: string }

type AssetIds = Map<string, string>

/** Fetches the ids of the dataset's assets, by the digest of their bytes. */
async function fetchAssetIds(client: SanityClient): Promise<AssetIds> {
  const assets = await client.fetch<{ _id: string; sha1hash: string }[]>(
    '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{_id, sha1hash}',
  )
  return new Map(assets.map(({ _id, sha1hash }) => [sha1hash, _id]))
}

/** Copies a value, and replaces the files of an export with references to the dataset's assets. */
function replaceAssets(value: unknown, assets: AssetIds): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceAssets(item, assets))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, item]) => {
    if (name !== '_sanityAsset') return [name, replaceAssets(item, assets)]
    const [, path = ''] = String(item).split('@file://./')
    const digest = createHash('sha1')
      .update(readFileSync(new URL(path, seedFile)))
      .digest('hex')
    const _ref = assets.get(digest)
    if (!_ref) throw new Error(`The dataset has no asset with the bytes of ${path}.`)
    return ['asset', { _type: 'reference', _ref }]
  })
  return Object.fromEntries(entries)
}

/**
 * Returns the seed's documents with references to the dataset's pictures and files. When one is missing in the dataset,
 * restores the dataset's whole content to the seed first.
 */
export async function loadSeedDocuments(): Promise<ContentDocument[]> {
  const client = contentClient()
  const readWithAssets = async () => {
    const assets = await fetchAssetIds(client)
    return readDocuments().map((document) => ({
      ...document,
      ...Object(replaceAssets(document, assets)),
      _id: document._id,
      _type: document._type,
    }))
  }
  try {
    return await readWithAssets()
  } catch {
    await restoreContent()
    return readWithAssets()
  }
}

/**
 * Publishes documents in one transaction and waits until the Content Lake's webhook is delivered for each of them, so
 * that the next load of any page shows the change.
 *
 * @throws when a webhook is not delivered within half a minute
 */
export async function publishDocuments(documents: readonly ContentDocument[]): Promise<void> {
  const earlierDeliveries = new Set((await fetchDeliveries()).map(getDeliveryKey))
  const transaction = contentClient().transaction()
  for (const document of documents) transaction.createOrReplace(document)
  await transaction.commit({ visibility: 'sync' })

  const pendingIds = new Set(documents.map(({ _id }) => _id))
  await expect
    .poll(
      async () => {
        for (const delivery of await fetchDeliveries()) {
          if (delivery.status === 'success' && !earlierDeliveries.has(getDeliveryKey(delivery)))
            pendingIds.delete(delivery.documentId)
        }
        return [...pendingIds]
      },
      { message: 'documents without a delivered webhook', timeout: 30_000 },
    )
    .toEqual([])
}

const getDeliveryKey = ({ documentId, createdAt }: Delivery): string => `${documentId} ${createdAt}`

async function fetchDeliveries(): Promise<Delivery[]> {
  const response = await control('webhooks')
  if (!isObject(response) || !Array.isArray(response.deliveries))
    throw new Error('The control API returned no list of deliveries.')
  return response.deliveries.filter(isDelivery)
}

function isDelivery(value: unknown): value is Delivery {
  return (
    isObject(value) && ['documentId', 'status', 'createdAt'].every((name) => typeof value[name] === 'string')
  )
}
