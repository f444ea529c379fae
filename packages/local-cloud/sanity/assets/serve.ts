import { createHash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { HttpError } from '../../http/errors.ts'
import type { LakeEnvironment } from '../context.ts'
import type { ContentLake } from '../lake.ts'
import type { AssetFiles } from './assetFiles.ts'
import type { ImageCache } from './imageCache.ts'
import { mediaTypeOf } from './mediaTypes.ts'
import { fileId, type ImageName, imageId, parseFileName, parseImageName } from './names.ts'
import { rangeOf } from './range.ts'
import { formats, parseTransform } from './transformParams.ts'

/** Names carry the content's hash, so what they stand for never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Scripts inside a drawing or page that somebody uploaded run nowhere. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

type Answer = { body: Blob | Buffer; type: string; etag: string; headers?: Record<string, string> }

function disposition(c: Context<LakeEnvironment>, original: string): Record<string, string> {
  const asked = c.req.query('dl')
  if (asked === undefined) return {}
  const name = asked || original
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  return {
    'content-disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
  }
}

function send(c: Context<LakeEnvironment>, { body, type, etag, headers }: Answer): Response {
  const size = body instanceof Blob ? body.size : body.byteLength
  const common = {
    'content-type': type,
    'cache-control': IMMUTABLE,
    'content-security-policy': SANDBOX,
    'accept-ranges': 'bytes',
    etag: `"${etag}"`,
    ...headers,
  }
  if (c.req.header('if-none-match')?.includes(`"${etag}"`)) {
    return new Response(null, { status: 304, headers: common })
  }
  const range = rangeOf(c.req.header('range'), size)
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${size}` } })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  const part =
    body instanceof Blob ? body.slice(start, end + 1).stream() : new Uint8Array(body.subarray(start, end + 1))
  return new Response(c.req.method === 'HEAD' ? null : part, {
    status: range ? 206 : 200,
    headers: {
      ...common,
      'content-length': String(end - start + 1),
      ...(range ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
    },
  })
}

/** `GET` and `HEAD` of `/images/:project/:dataset/:file` (transformed as asked) and `/files/…` (with ranges). */
export function assetRoutes(lake: ContentLake, files: AssetFiles, cache: ImageCache): Hono<LakeEnvironment> {
  const routes = new Hono<LakeEnvironment>()

  /** The asset's document decides whether it exists: once that is deleted, the address answers 404. */
  function originalName(c: Context<LakeEnvironment>, id: string | undefined): string {
    const dataset =
      c.req.param('project') === lake.projectId ? lake.get(c.req.param('dataset') ?? '') : undefined
    const document = id === undefined ? undefined : dataset?.get(id)
    if (!document) throw new HttpError(404, 'Asset not found')
    return typeof document.originalFilename === 'string' ? document.originalFilename : (id ?? '')
  }

  async function requireFile(path: string): Promise<void> {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw new HttpError(404, 'Asset not found')
  }

  async function picture(c: Context<LakeEnvironment>, name: ImageName, path: string): Promise<Answer> {
    const params = new URL(c.req.url).searchParams
    const original = formats.find((format) => format === name.extension) ?? 'png'
    const drawing = name.extension === 'svg'
    params.delete('dl')
    // Drawings stay drawings unless a bitmap is asked for: they scale by themselves.
    if ([...params].length === 0 || (drawing && !params.has('fm'))) {
      return { body: await openAsBlob(path), type: mediaTypeOf(name.extension), etag: name.sha1 }
    }
    const transform = parseTransform(params, original, c.req.header('accept') ?? '')
    const hash = createHash('sha256').update(JSON.stringify(transform)).digest('hex').slice(0, 32)
    const key = `${c.req.param('dataset')}/${name.sha1}/${hash}.${transform.format}`
    const body = await cache.get(key, async () => {
      // What makes pictures is large, and nobody waits for it who starts the lake and asks for none.
      const { transformImage } = await import('./transform.ts')
      return transformImage(path, name, transform)
    })
    const headers: Record<string, string> = params.get('auto') === 'format' ? { vary: 'Accept' } : {}
    return { body, type: mediaTypeOf(transform.format), etag: `${name.sha1}-${hash}`, headers }
  }

  routes.get('/images/:project/:dataset/:file', async (c) => {
    const name = parseImageName(c.req.param('file'))
    const original = originalName(c, name && imageId(name))
    if (!name) throw new HttpError(404, 'Asset not found')
    const path = files.path(c.req.param('dataset'), 'images', c.req.param('file'))
    await requireFile(path)
    const answer = await picture(c, name, path)
    return send(c, { ...answer, headers: { ...answer.headers, ...disposition(c, original) } })
  })

  routes.get('/files/:project/:dataset/:file', async (c) => {
    const name = parseFileName(c.req.param('file'))
    const original = originalName(c, name && fileId(name))
    if (!name) throw new HttpError(404, 'Asset not found')
    const path = files.path(c.req.param('dataset'), 'files', c.req.param('file'))
    await requireFile(path)
    return send(c, {
      body: await openAsBlob(path),
      type: mediaTypeOf(name.extension),
      etag: name.sha1,
      headers: disposition(c, original),
    })
  })
  return routes
}
