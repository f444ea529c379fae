import { isArraySchemaType, isObjectSchemaType, type SchemaType } from 'sanity'
import { describe, expect, it } from 'vitest'
import { schemaTypes } from '@/schemas'
import { type ContentDocument, type ContentObject, isObject, readDocuments } from './documents.ts'
import { type Field, getFields, knownTypes, sectionTypes } from './fields.ts'
import { withSamples } from './samples.ts'
import { minimal } from './sparse.ts'
import { listErrors, schema } from './validate.ts'

/** Fields of image and Portable Text types; the variants treat them separately. */
const ownFields = new Set(['asset', 'crop', 'hotspot', 'media'])
const portableText = new Set(['block', 'span', 'file', 'image'])
const documents = withSamples(readDocuments())
const compared = knownTypes.filter((type) => !portableText.has(type))

/** The schema's word on a type; message groups are fields of the `messages` document. */
function getType(name: string): SchemaType | undefined {
  const [type, group] = name.split('.')
  const found = schema.get(type ?? '')
  return group ? fieldTypes(found).get(group) : found
}

function fieldTypes(type: SchemaType | undefined): Map<string, SchemaType> {
  const fields = type && isObjectSchemaType(type) ? type.fields : []
  return new Map(fields.filter(({ name }) => !ownFields.has(name)).map((field) => [field.name, field.type]))
}

/** How the table would have to name a field that the schema describes so. */
function formatNotation(type: SchemaType, name: string, owner: string): string {
  if (isArraySchemaType(type)) {
    const items = type.of.map((item) => item.name)
    if (items.includes('heroSection')) return 'sections'
    return items.includes('string') ? 'texts' : `list:${items.join()}`
  }
  if (type.jsonType === 'number') return 'number'
  if (type.jsonType === 'boolean') return 'flag'
  if (type.jsonType === 'string') return ['date', 'datetime'].includes(type.name) ? 'date' : 'string'
  return type.name === 'object' ? `object:${owner}.${name}` : `object:${type.name}`
}

const stringKinds = ['text', 'code', 'url', 'email', 'phone']
const asNotation = ({ kind, of }: Field): string =>
  stringKinds.includes(kind) ? 'string' : of ? `${kind}:${of}` : kind

describe('the table of fields', () => {
  it.each(compared)('has the schema’s fields of %s', (name) => {
    const type = getType(name)
    expect(type, 'a type of the schema').toBeDefined()
    const wanted = [...fieldTypes(type)].map(([field, its]) => [field, formatNotation(its, field, name)])
    const stated = [...getFields(name)].map(([field, its]) => [field, asNotation(its)])
    expect(Object.fromEntries(stated)).toEqual(Object.fromEntries(wanted))
  })

  it('covers every type of the schema that has fields', () => {
    const withFields = schemaTypes
      .map(({ name }) => name)
      .filter((name) => fieldTypes(schema.get(name)).size > 0)
    expect(withFields.toSorted()).toEqual(compared.filter((name) => !name.includes('.')).toSorted())
  })

  it('treats free texts as words, and no choices', () => {
    for (const name of compared) {
      for (const [field, { kind }] of getFields(name)) {
        const options = fieldTypes(getType(name)).get(field)?.options
        const chosen = isObject(options) && 'list' in options
        if (kind === 'text') expect(chosen, `${name}.${field}`).toBe(false)
        if (kind === 'code' && !['anchor', 'fragment', 'from', 'to', 'page', 'path'].includes(field))
          expect(chosen, `${name}.${field}`).toBe(true)
      }
    }
  })

  it('names the sections that a page can contain', () => {
    const pageSections = schema.get('pageSections')
    const items =
      pageSections && isArraySchemaType(pageSections) ? pageSections.of.map(({ name }) => name) : []
    expect(items.toSorted()).toEqual(sectionTypes.toSorted())
  })
})

describe('required fields', () => {
  it('suffice: the Studio publishes the minimal documents', async () => {
    for (const document of minimal(documents)) expect(await listErrors(document), document._id).toEqual([])
  })

  it('are required by the Studio, field by field', async () => {
    const demanded = new Map<string, boolean>()
    for (const document of documents) {
      for (const [field, without] of withoutRequired(document)) {
        if (!demanded.has(field)) demanded.set(field, (await listErrors(without)).length > 0)
      }
    }
    expect(demanded.size).toBeGreaterThan(150)
    expect([...demanded].filter(([, demands]) => !demands).map(([field]) => field)).toEqual([])
    // A validation of the Studio for each of some two hundred fields.
  }, 180_000)
})

/** Copies of a document, each lacking one required field. */
function* withoutRequired(document: ContentDocument): Generator<[string, ContentDocument]> {
  const paths = [...requiredPaths(document, document._type, [])]
  for (const { field, path } of paths) {
    const copy = structuredClone(document)
    let parent: ContentObject | unknown[] = copy
    for (const step of path.slice(0, -1)) {
      const inner: unknown = Reflect.get(parent, step)
      if (Array.isArray(inner) || isObject(inner)) parent = inner
    }
    Reflect.deleteProperty(parent, path.at(-1) ?? '')
    yield [field, copy]
  }
}

type RequiredPath = { field: string; path: string[] }

function* requiredPaths(object: ContentObject, type: string, path: string[]): Generator<RequiredPath> {
  if (portableText.has(type)) return
  for (const [name, field] of getFields(type)) {
    const value = object[name]
    if (value === undefined) continue
    if (field.need === 'required' && !field.of?.startsWith('messages.')) {
      yield { field: `${type}.${name}`, path: [...path, name] }
    }
    if (field.kind === 'object' && isObject(value))
      yield* requiredPaths(value, field.of ?? '', [...path, name])
    for (const [index, item] of Array.isArray(value) ? value.entries() : []) {
      if (!isObject(item)) continue
      yield* requiredPaths(item, String(item._type ?? field.of), [...path, name, String(index)])
    }
  }
}
