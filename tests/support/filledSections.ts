import { readFileSync } from 'node:fs'
import type { SchemaType, TypeNode } from 'groq-js'
import { type ContentObject, isObject } from './documents.ts'

/** The schema that `npm run typegen` extracts. */
const schema: SchemaType = JSON.parse(readFileSync('lib/content/schema.generated.json', 'utf8'))

/** Values for strings that the site parses, keyed by field name. */
const parsedStrings: Readonly<Record<string, string>> = {
  page: '/contact',
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  consent: '2026-01-15',
}

const assetFiles: Readonly<Record<string, string>> = {
  'sanity.imageAsset.reference': 'image@file://./images/mission.jpg',
  'sanity.fileAsset.reference': 'file@file://./files/promo.mp4',
}

/** Creates a section of every type, with a value in every content field, so that tests cover every section. */
export const createFilledSections = (): ContentObject[] =>
  listSectionTypes().map((name) => ({ ...Object(createValue(findType(name), name)), _key: name }))

/** Lists the types of the sections that editors can add to a page. */
function listSectionTypes(): string[] {
  const list = findType('pageSections')
  const items = list.type === 'array' ? list.of : list
  const types = items.type === 'union' ? items.of : [items]
  return types.flatMap((type) =>
    type.type === 'object' && type.rest?.type === 'inline' ? [type.rest.name] : [],
  )
}

function findType(name: string): TypeNode {
  const found = schema.find((type) => type.name === name)
  if (!found) throw new Error(`The schema has no type ${name}: run npm run typegen.`)
  return found.type === 'document' ? { type: 'object', attributes: found.attributes } : found.value
}

/** Creates a value of a type, with all content fields filled in; undefined for null and other types without content. */
function createValue(node: TypeNode, name: string): unknown {
  if (node.type === 'string') return node.value ?? parsedStrings[name] ?? `The ${name} of a section`
  if (node.type === 'number') return node.value ?? 2
  if (node.type === 'inline') return createValue(findType(node.name), name)
  if (node.type === 'union') return node.of[0] && createValue(node.of[0], name)
  if (node.type === 'array') return createItems(node.of, name)
  return node.type === 'object' ? createObject(node, name) : undefined
}

function createItems(item: TypeNode, name: string): unknown[] {
  if (name === 'markDefs' || name === 'marks') return []
  // For a union, one item of each type; otherwise two items.
  const types = item.type === 'union' ? item.of : [item, item]
  return types.map((type, index) => {
    const value = createValue(type, `${name} ${index + 1}`)
    return isObject(value) ? { ...value, _key: `${name}-${index + 1}` } : value
  })
}

function createObject(node: TypeNode & { type: 'object' }, name: string): ContentObject {
  const inherited = node.rest && node.rest.type !== 'unknown' ? createValue(node.rest, name) : {}
  const object: ContentObject = { ...Object(inherited) }
  for (const [field, { value }] of Object.entries(node.attributes)) {
    const file = value.type === 'inline' && assetFiles[value.name]
    if (file) object._sanityAsset = file
    else if (!/^(?:hidden|media|crop|hotspot|level|listItem)$/.test(field))
      object[field] = createValue(value, field)
  }
  return object
}
