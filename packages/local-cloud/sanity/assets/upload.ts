import { type Context, Hono } from 'hono'
import { HttpError } from '../../http/errors.ts'
import { requireRole } from '../auth/projectRoutes.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { buildDocument } from '../mutations.ts'
import { PendingTransaction } from '../pendingTransaction.ts'
import type { Identity, SanityDocument } from '../types.ts'
import type { AssetFiles, AssetKind, ReceivedFile } from './assetFiles.ts'
import { ConcurrencyLimit } from './imageCache.ts'
import { getMediaType } from './mediaTypes.ts'
import { formatImageName, getFileId, getImageId } from './names.ts'

const MAX_BYTES: Record<AssetKind, number> = { images: 64 * 1024 * 1024, files: 1024 * 1024 * 1024 }
/** Limits the memory for decoding, since an import uploads many images at once. */
const inspections = new ConcurrencyLimit(2)

type Upload = { c: Context<SanityEnvironment>; received: ReceivedFile }
/** The stored file's name, and the attributes of its document that depend on the kind of asset. */
type Asset = { name: string; attributes: Record<string, unknown> & { _id: string } }

async function describeImage({ c, received }: Upload, filename: string | undefined): Promise<Asset> {
  // Imported for the first image, to keep startup fast.
  const { inspectImage } = await import('./imageMetadata.ts')
  const image = await inspections.run(() => inspectImage(received.path))
  const { extension, mimeType, metadata } = image
  const declaredType = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  // An SVG can contain scripts, so it must not be uploaded as a bitmap.
  if (declaredType?.startsWith('image/') && (declaredType === 'image/svg+xml') !== (extension === 'svg')) {
    throw new HttpError(400, `The file was sent as ${declaredType}, but it is ${mimeType}`)
  }
  const nameParts = { ...image, sha1: received.sha1 }
  const originalFilename = filename ?? `image.${extension}`
  return {
    name: formatImageName(nameParts),
    attributes: {
      _id: getImageId(nameParts),
      _type: 'sanity.imageAsset',
      originalFilename,
      extension,
      mimeType,
      metadata,
    },
  }
}

function describeFile({ received: { sha1 } }: Upload, filename: string | undefined): Asset {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(filename ?? '')?.[1]?.toLowerCase() ?? 'bin'
  const name = `${sha1}.${extension}`
  return {
    name,
    attributes: {
      _id: getFileId({ sha1, extension }),
      _type: 'sanity.fileAsset',
      originalFilename: filename ?? name,
      extension,
      mimeType: getMediaType(extension),
    },
  }
}

/** Stores an asset's document, unless one with the same id exists. Returns the stored document. */
function storeDocument(
  dataset: Dataset,
  identity: Identity,
  attributes: Asset['attributes'],
): SanityDocument {
  const existing = dataset.get(attributes._id)
  if (existing) return existing
  const transaction = new PendingTransaction(dataset, identity)
  transaction.authorize('create', attributes._id)
  const document = buildDocument(transaction, attributes)
  const stored = transaction.put(document, { create: document })
  transaction.commit()
  return stored
}

/**
 * The routes `POST /assets/images/:dataset` and `/assets/files/:dataset`, with the file as the body. The file is
 * written to disk before its document is created.
 */
export function createUploadRoutes(
  contentLake: ContentLake,
  files: AssetFiles,
  apiHost: string,
): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()
  routes.post('/assets/:kind{images|files}/:dataset', async (c) => {
    requireRole(c.var.identity, 'editor', 'create')
    const kind: AssetKind = c.req.param('kind') === 'images' ? 'images' : 'files'
    const dataset = contentLake.get(c.req.param('dataset'))
    if (!dataset) throw new HttpError(404, `Dataset "${c.req.param('dataset')}" not found`)
    const received = await files.receive(c.req.raw.body, MAX_BYTES[kind])
    try {
      const filename = c.req.query('filename')?.slice(0, 255)
      const upload = { c, received }
      const asset = kind === 'images' ? await describeImage(upload, filename) : describeFile(upload, filename)
      await files.store(received, dataset.name, kind, asset.name)
      const path = `${kind}/local/${dataset.name}/${asset.name}`
      const document = storeDocument(dataset, c.var.identity, {
        ...asset.attributes,
        assetId: received.sha1,
        sha1hash: received.sha1,
        size: received.size,
        path,
        url: `${apiHost}/${path}`,
      })
      return c.json({ document })
    } finally {
      await files.discard(received)
    }
  })
  return routes
}
