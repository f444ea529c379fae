import { type Context, Hono } from 'hono'
import { HttpError } from '../../http/errors.ts'
import { requireRole } from '../auth/projectRoutes.ts'
import type { LakeEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import type { ContentLake } from '../lake.ts'
import { newDocument } from '../mutations.ts'
import type { Identity, SanityDocument } from '../types.ts'
import { WorkingSet } from '../workingSet.ts'
import type { AssetFiles, AssetKind, Received } from './assetFiles.ts'
import { Lanes } from './imageCache.ts'
import { extensionOf, mediaTypeOf } from './mediaTypes.ts'
import { fileId, imageFileName, imageId } from './names.ts'

/** Bytes. */
const LIMITS: Record<AssetKind, number> = { images: 64 * 1024 * 1024, files: 1024 * 1024 * 1024 }
/** Unpacking takes memory: an import sends many at once. */
const inspecting = new Lanes(2)
// https://www.sanity.io/docs/image-metadata; `none` is what @sanity/client sends for an empty list.
const DEFAULT_METADATA = ['blurhash', 'lqip', 'palette']
const METADATA = [...DEFAULT_METADATA, 'none']
const NOT_MADE = ['exif', 'image', 'location', 'thumbhash']

/** What the rest of an upload needs to know. */
type Upload = {
  c: Context<LakeEnvironment>
  received: Received
  dataset: Dataset
  filename: string | undefined
  wanted: ReadonlySet<string>
}
type Described = { kind: AssetKind; name: string; attributes: Record<string, unknown> & { _id: string } }

function wantedMetadata(c: Context<LakeEnvironment>): Set<string> {
  const given = [...(c.req.queries('meta') ?? []), ...(c.req.queries('meta[]') ?? [])]
  const names = given.length > 0 ? given.flatMap((value) => value.split(',')) : DEFAULT_METADATA
  const missing = names.find((name) => NOT_MADE.includes(name))
  if (missing) throw new HttpError(501, `The local cloud does not support the metadata "${missing}"`)
  const unknown = names.find((name) => !METADATA.includes(name))
  if (unknown !== undefined) throw new HttpError(400, `Invalid metadata type "${unknown}"`)
  return new Set(names)
}

function extensionIn(filename: string | undefined): string | undefined {
  return /\.([a-z0-9]{1,10})$/i.exec(filename ?? '')?.[1]?.toLowerCase()
}

async function describeImage({ c, received, dataset, filename, wanted }: Upload): Promise<Described> {
  // Loaded with the first picture, as in serve.ts.
  const { inspectImage } = await import('./imageMetadata.ts')
  const { extension, mimeType, width, height, metadata } = await inspecting.run(() =>
    inspectImage(received.path, wanted),
  )
  const claimed = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  // A bitmap's type is simply corrected; a drawing can carry scripts, so nobody may pass it off as a bitmap.
  if (claimed?.startsWith('image/') && (claimed === 'image/svg+xml') !== (extension === 'svg')) {
    throw new HttpError(400, `The file was sent as ${claimed}, but it is ${mimeType}`)
  }
  const parts = { sha1: received.sha1, width, height, extension }
  const name = imageFileName(parts)
  const path = `images/local/${dataset.name}/${name}`
  return {
    kind: 'images',
    name,
    attributes: {
      _id: imageId(parts),
      _type: 'sanity.imageAsset',
      originalFilename: filename ?? `image.${extension}`,
      extension,
      mimeType,
      path,
      metadata,
    },
  }
}

function describeFile({ c, received, dataset, filename }: Upload): Described {
  const claimed = c.req.header('content-type') ?? ''
  const extension = extensionIn(filename) ?? extensionOf(claimed) ?? 'bin'
  const name = `${received.sha1}.${extension}`
  return {
    kind: 'files',
    name,
    attributes: {
      _id: fileId({ sha1: received.sha1, extension }),
      _type: 'sanity.fileAsset',
      originalFilename: filename ?? name,
      extension,
      mimeType: mediaTypeOf(extension),
      path: `files/local/${dataset.name}/${name}`,
    },
  }
}

/** Writes the asset document through the dataset, as any other mutation. The same bytes make the same document. */
function storeDocument(
  dataset: Dataset,
  identity: Identity,
  attributes: Record<string, unknown> & { _id: string },
): SanityDocument {
  const existing = dataset.get(attributes._id)
  if (existing) return existing
  const set = new WorkingSet(dataset, identity)
  set.authorize('create', attributes._id)
  const document = newDocument(set, attributes)
  const stored = set.put(document, { create: document })
  set.commit()
  return stored
}

/**
 * `POST /assets/images/:dataset` and `/assets/files/:dataset`: the raw file as the body. The bytes are on disk
 * before the document is, so that no document points to nothing.
 */
export function uploadRoutes(lake: ContentLake, files: AssetFiles, apiHost: string): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>()
  routes.post('/assets/:kind{images|files}/:dataset', async (c) => {
    requireRole(c.var.identity, 'editor', 'create')
    const kind: AssetKind = c.req.param('kind') === 'images' ? 'images' : 'files'
    const dataset = lake.get(c.req.param('dataset'))
    if (!dataset) throw new HttpError(404, `Dataset "${c.req.param('dataset')}" not found`)
    const wanted = wantedMetadata(c)
    const received = await files.receive(c.req.raw.body, LIMITS[kind])
    try {
      const filename = c.req.query('filename')?.slice(0, 255)
      const upload = { c, received, dataset, filename, wanted }
      const described = kind === 'images' ? await describeImage(upload) : describeFile(upload)
      await files.keep(received, dataset.name, described.kind, described.name)
      const attributes = {
        ...described.attributes,
        assetId: received.sha1,
        sha1hash: received.sha1,
        size: received.size,
        url: `${apiHost}/${described.attributes.path}`,
      }
      const document = storeDocument(dataset, c.var.identity, attributes)
      return c.json({ document })
    } finally {
      await files.discard(received)
    }
  })
  return routes
}
