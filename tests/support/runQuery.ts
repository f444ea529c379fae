import type { ClientReturn, QueryParams } from '@sanity/client'
import { evaluate, parse } from 'groq-js'
import { offerNumbersQuery } from '@/lib/content/reading/fragments'
import { completePage } from '@/lib/content/reading/messages'
import { completeSettings, type SiteContent, settingsQuery } from '@/lib/content/reading/settings'
import { withOfferValues } from '@/lib/content/text/offerValues'
import { type ContentDocument, isObject } from '@/tests/support/documents'

/** The origin of the assets' URLs. */
export const contentLakeOrigin = 'http://content-lake.test'

/**
 * Runs a query on a set of documents and returns the result that the site would receive.
 *
 * @param query - a query that `defineQuery` created
 * @param documents - an export, such as the seed or one of its variants; its files become assets
 */
export async function runQuery<const Query extends string>(
  query: Query,
  documents: readonly ContentDocument[],
  params: QueryParams = {},
): Promise<ClientReturn<Query>> {
  const dataset = resolveAssets(documents)
  const value = await evaluate(parse(query, { params }), { dataset, params })
  const response: ClientReturn<Query> = await value.get()
  const completed = 'id' in params ? completePage(String(params.id), response) : response
  return withOfferValues(completed, async () => {
    const numbers = await evaluate(parse(offerNumbersQuery), { dataset })
    return numbers.get()
  })
}

/** Loads the settings, the messages and the offer from a set of documents, as `loadSettings` does. */
export async function loadSite(documents: readonly ContentDocument[]): Promise<SiteContent> {
  return completeSettings(await runQuery(settingsQuery, documents), false)
}

function resolveAssets(documents: readonly ContentDocument[]): object[] {
  const assets = new Map<string, object>()
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (!isObject(value)) return value
    const entries = Object.entries(value).map(([name, item]) =>
      name === '_sanityAsset' ? ['asset', createReference(String(item), assets)] : [name, resolve(item)],
    )
    return Object.fromEntries(entries)
  }
  const resolved = documents.map((document) => ({ ...document, ...Object(resolve(document)) }))
  return [...resolved, ...assets.values()]
}

function createReference(exportedFile: string, assets: Map<string, object>) {
  const [kind, path] = exportedFile.split('@file://./')
  const name = Buffer.from(path ?? '').toString('hex')
  const extension = path?.split('.').at(-1) ?? ''
  const _id = kind === 'image' ? `image-${name}-2400x1600-${extension}` : `file-${name}-${extension}`
  const metadata = { lqip: 'data:image/jpeg;base64,AA==', dimensions: { width: 2400, height: 1600 } }
  const url = `${contentLakeOrigin}/${kind}s/local/production/${name}.${extension}`
  const mimeType = extension === 'mp4' ? 'video/mp4' : 'text/vtt'
  assets.set(_id, kind === 'image' ? { _id, url, metadata } : { _id, url, mimeType })
  return { _type: 'reference', _ref: _id }
}
