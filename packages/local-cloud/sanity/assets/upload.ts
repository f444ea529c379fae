import { type Context, Hono } from 'hono'
import { HttpError } from '../../http/errors.ts'
import { requireRole } from '../auth/projectRoutes.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import { buildDocument } from '../mutations.ts'
import type { Identity, SanityDocument } from '../types.ts'
import { WorkingSet } from '../workingSet.ts'
import type { AssetFiles, AssetKind, ReceivedFile } from './assetFiles.ts'
import { ConcurrencyLimit } from './imageCache.ts'
import { getMediaType } from './mediaTypes.ts'
import { fileId, formatImageName, imageId } from './names.ts'

/** Bytes. */
const LIMITS: Record<AssetKind, number> = { images: 64 * 1024 * 1024, files: 1024 * 1024 * 1024 }
/** Decoding takes memory, and an import uploads many images at once. */
const inspections = new ConcurrencyLimit(2)
const METADATA = ['blurhash', 'lqip', 'palette']

type Upload = { c: Context<SanityEnvironment>; received: ReceivedFile; wanted: Set<string> }
/** The stored file's name and its document, without what both kinds have. */
type Asset = { name: string; attributes: Record<string, unknown> & { _id: string } }

/** The requested metadata (https://www.sanity.io/docs/image-metadata). @sanity/client sends `none` for an empty list. */
function readMetadataNames(c: Context<SanityEnvironment>): Set<string> {
  const names = (c.req.queries('meta') ?? METADATA).flatMap((value) => value.split(','))
  const unsupported = names.find((name) => name !== 'none' && !METADATA.includes(name))
  if (unsupported === undefined) return new Set(names)
  throw new HttpError(501, `The local cloud does not support the metadata "${unsupported}"`)
}

async function describeImage({ c, received, wanted }: Upload, filename: string | undefined): Promise<Asset> {
  // Loaded with the first image, for a fast start.
  const { inspectImage } = await import('./imageMetadata.ts')
  const image = await inspections.run(() => inspectImage(received.path, wanted))
  const { extension, mimeType, metadata } = image
  const claimed = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  // An SVG can contain scripts, so it must not be uploaded as a bitmap.
  if (claimed?.startsWith('image/') && (claimed === 'image/svg+xml') !== (extension === 'svg')) {
    throw new HttpError(400, `The file was sent as ${claimed}, but it is ${mimeType}`)
  }
  const parts = { ...image, sha1: received.sha1 }
  const originalFilename = filename ?? `image.${extension}`
  return {
    name: formatImageName(parts),
    attributes: {
      _id: imageId(parts),
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
      _id: fileId({ sha1, extension }),
      _type: 'sanity.fileAsset',
      originalFilename: filename ?? name,
      extension,
      mimeType: getMediaType(extension),
    },
  }
}

/** Creates the asset's document, unless the same bytes were uploaded before. */
function storeDocument(
  dataset: Dataset,
  identity: Identity,
  attributes: Asset['attributes'],
): SanityDocument {
  const existing = dataset.get(attributes._id)
  if (existing) return existing
  const set = new WorkingSet(dataset, identity)
  set.authorize('create', attributes._id)
  const document = buildDocument(set, attributes)
  const stored = set.put(document, { create: document })
  set.commit()
  return stored
}

/**
 * `POST /assets/images/:dataset` and `/assets/files/:dataset` with the file as the body. The file is on disk
 * before its document.
 */
export function uploadRoutes(
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
    const wanted = readMetadataNames(c)
    const received = await files.receive(c.req.raw.body, LIMITS[kind])
    try {
      const filename = c.req.query('filename')?.slice(0, 255)
      const upload = { c, received, wanted }
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
