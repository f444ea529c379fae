import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { HttpError } from '../../http/errors.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { AssetFiles } from './assetFiles.ts'
import type { ImageCache } from './imageCache.ts'
import { getMediaType } from './mediaTypes.ts'
import { getFileId, getImageId, type ImageName, parseFileName, parseImageName } from './names.ts'
import { parseRange } from './range.ts'
import { formats, parseTransform } from './transformParams.ts'

/** File names contain a hash of the content, so the content at a URL never changes. */
const IMMUTABLE_CACHING = 'public, max-age=31536000, immutable'
/** Blocks scripts in uploaded SVG and HTML files. */
const SANDBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

type AssetResponse = { body: Blob | Buffer; type: string; etag: string; headers?: Record<string, string> }

function getDispositionHeaders(
  c: Context<SanityEnvironment>,
  originalFilename: string,
): Record<string, string> {
  const requestedName = c.req.query('dl')
  if (requestedName === undefined) return {}
  const name = requestedName || originalFilename
  const asciiName = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return {
    'content-disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
}

function sendAsset(c: Context<SanityEnvironment>, { body, type, etag, headers }: AssetResponse): Response {
  const size = body instanceof Blob ? body.size : body.byteLength
  const commonHeaders = {
    'content-type': type,
    'cache-control': IMMUTABLE_CACHING,
    'content-security-policy': SANDBOX_POLICY,
    'accept-ranges': 'bytes',
    etag: `"${etag}"`,
    ...headers,
  }
  if (c.req.header('if-none-match')?.includes(`"${etag}"`)) {
    return new Response(null, { status: 304, headers: commonHeaders })
  }
  const range = parseRange(c.req.header('range'), size)
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...commonHeaders, 'content-range': `bytes */${size}` },
    })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const content =
    body instanceof Blob ? body.slice(start, end + 1).stream() : new Uint8Array(body.subarray(start, end + 1))
  return new Response(c.req.method === 'HEAD' ? null : content, {
    status: range ? 206 : 200,
    headers: {
      ...commonHeaders,
      'content-length': String(end - start + 1),
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
  })
}

/** The routes `/images/:project/:dataset/:file`, with transformations, and `/files/:project/:dataset/:file`. */
export function createDownloadRoutes(
  contentLake: ContentLake,
  files: AssetFiles,
  cache: ImageCache,
): Hono<SanityEnvironment> {
  const routes = new Hono<SanityEnvironment>()

  /**
   * Returns the original file name of an asset, or its id when the document has none. Throws a 404 HttpError when the file or
   * its document does not exist.
   */
  async function requireFilename(c: Context<SanityEnvironment>, id: string, path: string): Promise<string> {
    const isLocalProject = c.req.param('project') === contentLake.projectId
    const document = isLocalProject ? contentLake.get(c.req.param('dataset') ?? '')?.get(id) : undefined
    const stats = document && (await stat(path).catch(() => undefined))
    if (!stats?.isFile()) throw new HttpError(404, 'Asset not found')
    return typeof document?.originalFilename === 'string' ? document.originalFilename : id
  }

  /** Loads the uploaded file, or its rendition if the URL has parameters. */
  async function loadImage(
    c: Context<SanityEnvironment>,
    name: ImageName,
    path: string,
  ): Promise<AssetResponse> {
    const params = new URL(c.req.url).searchParams
    const originalFormat = formats.find((format) => format === name.extension) ?? 'png'
    params.delete('dl')
    // Browsers scale an SVG, so it is only rendered when another format is requested.
    if (params.size === 0 || (name.extension === 'svg' && !params.has('fm'))) {
      return { body: await openAsBlob(path), type: getMediaType(name.extension), etag: name.sha1 }
    }
    const transform = parseTransform(params, originalFormat, c.req.header('accept') ?? '')
    const hash = createHash('sha256').update(JSON.stringify(transform)).digest('hex').slice(0, 32)
    const key = `${c.req.param('dataset')}/${name.sha1}/${hash}.${transform.format}`
    const body = await cache.get(key, async () => {
      // Imported for the first rendition, to keep startup fast.
      const { transformImage } = await import('./transform.ts')
      return transformImage(path, name, transform)
    })
    const headers: Record<string, string> = params.get('auto') === 'format' ? { vary: 'Accept' } : {}
    return { body, type: getMediaType(transform.format), etag: `${name.sha1}-${hash}`, headers }
  }

  routes.get('/images/:project/:dataset/:file', async (c) => {
    const { dataset, file } = c.req.param()
    const name = parseImageName(file)
    if (!name) throw new HttpError(404, 'Asset not found')
    const path = files.getPath(dataset, 'images', file)
    const originalFilename = await requireFilename(c, getImageId(name), path)
    const image = await loadImage(c, name, path)
    return sendAsset(c, {
      ...image,
      headers: { ...image.headers, ...getDispositionHeaders(c, originalFilename) },
    })
  })

  routes.get('/files/:project/:dataset/:file', async (c) => {
    const { dataset, file } = c.req.param()
    const name = parseFileName(file)
    if (!name) throw new HttpError(404, 'Asset not found')
    const path = files.getPath(dataset, 'files', file)
    const headers = getDispositionHeaders(c, await requireFilename(c, getFileId(name), path))
    return sendAsset(c, {
      body: await openAsBlob(path),
      type: getMediaType(name.extension),
      etag: name.sha1,
      headers,
    })
  })
  return routes
}
