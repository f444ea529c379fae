import { createClient } from '@sanity/client'
import { createInstance } from 'i18next'
import { createSchema, defaultLocale, validateDocument } from 'sanity'
import { schemaTypes } from '@/schemas'
import type { ContentDocument } from './documents.ts'

/** The site's schema, compiled as the Studio compiles it. */
export const schema = createSchema({ name: 'default', types: schemaTypes })

/** Given to custom rules, which make no request: the address answers nothing. */
const client = createClient({
  projectId: 'local',
  dataset: 'production',
  apiVersion: '2025-02-19',
  useCdn: false,
  apiHost: 'http://localhost:9',
  useProjectHostname: false,
})

/** No translations are loaded: built-in messages appear as their keys, those of the site's rules as they are. */
const translations = createInstance({ lng: 'en-US', initAsync: false })
await translations.init()
const i18n = {
  currentLocale: defaultLocale,
  loadNamespaces: async () => undefined,
  t: translations.t,
}

const assetIds = { image: `image-${'a'.repeat(40)}-2400x1600-jpg`, file: `file-${'a'.repeat(40)}-mp4` }

/** What the Studio would say about a document of an export, as "error sections.hero.heading: message". */
export async function problemsOf(document: ContentDocument): Promise<string[]> {
  const times = { _rev: 'seed', _createdAt: '2025-01-01T00:00:00Z', _updatedAt: '2025-01-01T00:00:00Z' }
  const imported = JSON.parse(JSON.stringify(document, importAsset))
  const markers = await validateDocument({
    document: { ...times, ...imported },
    workspace: { schema, i18n, getClient: () => client },
    getDocumentExists: async () => true,
  })
  return markers.map(({ level, path, message }) => `${level} ${path.map(segmentText).join('.')}: ${message}`)
}

/** Replaces the path of an asset by the reference that an import puts in its place. */
function importAsset(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('_sanityAsset' in value)) return value
  const { _sanityAsset, ...rest } = value
  const kind = String(_sanityAsset).startsWith('file@') ? 'file' : 'image'
  return { ...rest, asset: { _type: 'reference', _ref: assetIds[kind] } }
}

function segmentText(segment: unknown): string {
  return typeof segment === 'object' && segment !== null && '_key' in segment
    ? String(segment._key)
    : String(segment)
}
