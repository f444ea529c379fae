import { isArraySchemaType, isObjectSchemaType, type SchemaType } from 'sanity'
import { type ContentObject, isObject } from '../contentVariants/documents.ts'
import type { Random } from '../random.ts'
import { anyText, plainText } from './texts.ts'

/** Values for fields, in addition to typed ones. */
export type Materials = {
  random: Random
  /** Paths that the choice of a page offers. */
  pages: readonly string[]
  /** Ids of pictures and of videos in the dataset. */
  pictures: readonly string[]
  videos: readonly string[]
  /** Items that were copied elsewhere, for pasting; by the name of their type. */
  copies: ReadonlyMap<string, readonly ContentObject[]>
}

/** The value of an omitted or emptied field. */
export const nothing = undefined

const numbers = [
  -1, 0, 1, 2, 3, 8, 24, 25, 49, 50, 99.5, 0.1, 1000, 1001, 1047, 99_700, 104_700, 10_000_000, 10_000_001,
  1e21,
] as const

const days = [
  '2026-01-15',
  '1970-01-01',
  '2099-12-31',
  '2026-02-31',
  '2026-1-5',
  '0000-00-00',
  'not a date',
] as const

const moments = [
  '2026-01-01T08:00:00.000Z',
  '2026-05-31T23:59:00.000Z',
  '2026-06-01T22:00:00.000Z',
  '2027-03-14T10:30:00.000Z',
  '2099-01-01T00:00:00.000Z',
  '2026-13-01T00:00:00Z',
  '2026-06-01',
  'tomorrow',
] as const

/** Whether a type is a built-in one or derived from it. */
export function isKind(type: SchemaType, name: string): boolean {
  for (let each: SchemaType | undefined = type; each; each = each.type) if (each.name === name) return true
  return false
}

/** Fields of a type that a form shows. What images and text blocks have by themselves is treated on its own. */
export function getFields(type: SchemaType): { name: string; type: SchemaType }[] {
  if (!isObjectSchemaType(type) || isKind(type, 'block')) return []
  const own = isKind(type, 'image') || isKind(type, 'file') ? ['asset', 'crop', 'hotspot', 'media'] : []
  return type.fields.filter((field) => !own.includes(field.name) && field.type.readOnly !== true)
}

/** Returns the item types of an array. */
export function getItemTypes(type: SchemaType): SchemaType[] {
  return isArraySchemaType(type) ? [...type.of] : []
}

/** Returns the type of an item: by its `_type`, or the only one. */
export function typeOfItem(array: SchemaType, item: unknown): SchemaType | undefined {
  const types = getItemTypes(array)
  const name = isObject(item) ? item._type : undefined
  return types.find((type) => type.name === name) ?? (isObject(item) ? undefined : types[0])
}

/** A key for an item of an array. */
export function newKey(random: Random): string {
  return `k${random.number(2 ** 31).toString(36)}`
}

/** The choices of a field with a list; none for a free field. */
export function getChoices(type: SchemaType): unknown[] {
  const list = isObject(type.options) && Array.isArray(type.options.list) ? type.options.list : []
  return list.map((choice) => (isObject(choice) ? choice.value : choice))
}

/**
 * Creates any value that a form accepts in a field, valid or not.
 *
 * @param current - the field's value now
 */
export function anyValue(type: SchemaType, current: unknown, materials: Materials): unknown {
  const { random } = materials
  if (random.chance(0.12)) return nothing
  if (type.jsonType === 'string') return anyString(type, current, materials)
  if (type.jsonType === 'number') return anyNumber(random, current)
  if (type.jsonType === 'boolean') return random.chance(0.5)
  return newValue(type, materials)
}

function anyString(type: SchemaType, current: unknown, { random, pages }: Materials): unknown {
  const choices = getChoices(type)
  if (choices.length > 0) return random.pick(choices)
  if (isKind(type, 'datetime')) return random.pick(moments)
  if (isKind(type, 'date')) return random.pick(days)
  // The choice of a page is a string with an input of its own.
  if (pages.length > 0 && type.components?.input?.name === 'PageInput') return random.pick(pages)
  return anyText(random, current)
}

function anyNumber(random: Random, current: unknown): number {
  if (typeof current !== 'number' || random.chance(0.5)) return random.pick(numbers)
  return random.pick([current + 1, current - 1, current * 10, current / 10, -current, current * 2])
}

/**
 * Creates a plausible value of a type: the form's initial value with most fields filled in.
 *
 * @param depth - its nesting depth, so that it terminates
 */
export function newValue(type: SchemaType, materials: Materials, depth = 0): unknown {
  const { random } = materials
  if (type.initialValue !== undefined && typeof type.initialValue !== 'function' && random.chance(0.6)) {
    return type.initialValue
  }
  if (isKind(type, 'block')) return newBlock(type, materials)
  if (isArraySchemaType(type)) return newItems(type, materials, depth)
  if (isObjectSchemaType(type)) return newObject(type, materials, depth)
  if (type.jsonType === 'number') return random.pick([1, 2, 8, 50, 12_500, 99_700])
  if (type.jsonType === 'boolean') return random.chance(0.2)
  if (getChoices(type).length > 0 || isKind(type, 'date') || isKind(type, 'datetime')) {
    return anyString(type, nothing, materials)
  }
  if (type.components?.input?.name === 'PageInput') return anyString(type, nothing, materials)
  return random.chance(0.7) ? plainText(random) : anyText(random, nothing)
}

function newObject(type: SchemaType, materials: Materials, depth: number): ContentObject {
  const { random, pictures, videos } = materials
  const isFile = isKind(type, 'file')
  const assets = isFile ? videos : isKind(type, 'image') ? pictures : []
  const asset = assets.length > 0 ? { asset: { _type: 'reference', _ref: random.pick(assets) } } : {}
  const fields = getFields(type).flatMap((field) =>
    random.chance(0.9) ? [[field.name, newValue(field.type, materials, depth + 1)]] : [],
  )
  return { ...(type.name === 'object' ? {} : { _type: type.name }), ...asset, ...Object.fromEntries(fields) }
}

function newItems(type: SchemaType, materials: Materials, depth: number): unknown[] {
  const count = materials.random.number(depth > 2 ? 2 : 4)
  return Array.from({ length: count }, () => newItem(type, materials, depth)).filter(
    (item) => item !== nothing,
  )
}

/** Creates an item for an array: a new one, or a copy from another document. */
export function newItem(array: SchemaType, materials: Materials, depth = 0): unknown {
  const { random, copies } = materials
  const types = getItemTypes(array)
  if (types.length === 0) return nothing
  const type = random.pick(types)
  const copied = copies.get(type.name) ?? []
  if (copied.length > 0 && random.chance(0.6)) return withNewKeys(random.pick(copied), random)
  const choices = getChoices(array)
  if (choices.length > 0) return random.pick(choices)
  const item = newValue(type, materials, depth + 1)
  return isObject(item) ? { _key: newKey(random), ...item } : item
}

/** Copies a value with new keys for array items, as the Studio pastes it. */
export function withNewKeys(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((item) => withNewKeys(item, random))
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    // The keys of text stay: marks refer to them.
    name === '_key' ? newKey(random) : name === 'markDefs' ? inner : withNewKeys(inner, random),
  ])
  return Object.fromEntries(fields)
}

/** Creates a crop or hotspot, including the extremes that the tool allows. */
export function anyCrop(random: Random): ContentObject {
  const edge = () => random.pick([0, 0.1, 0.49])
  return { _type: 'sanity.imageCrop', top: edge(), bottom: edge(), left: edge(), right: edge() }
}

/** See {@link anyCrop}. */
export function anyHotspot(random: Random): ContentObject {
  const place = () => random.pick([0, 0.001, 0.5, 1])
  return { _type: 'sanity.imageHotspot', x: place(), y: place(), width: place(), height: place() }
}

/** Creates a paragraph, heading or list item with any marks and links that the rich text allows. */
export function newBlock(type: SchemaType, materials: Materials): ContentObject {
  const { random } = materials
  const parts = partsOfBlock(type)
  const annotations = parts.annotations.map((annotation) => ({
    ...newObject(annotation, materials, 1),
    _key: newKey(random),
  }))
  const marks = [...parts.decorators, ...annotations.map(({ _key }) => _key), 'of-a-link-that-is-gone']
  const children = Array.from({ length: random.number(4) }, () => ({
    _type: 'span',
    _key: newKey(random),
    text: random.chance(0.8) ? plainText(random, 40) : anyText(random, nothing),
    marks: marks.filter(() => random.chance(0.25)),
  }))
  return {
    _type: type.name,
    _key: newKey(random),
    style: parts.styles.length > 0 ? random.pick(parts.styles) : 'normal',
    ...(parts.lists.length > 0 && random.chance(0.3)
      ? { listItem: random.pick(parts.lists), level: random.pick([1, 2, 3, 10]) }
      : {}),
    markDefs: annotations,
    children: children.length > 0 ? children : [{ _type: 'span', _key: newKey(random), text: '', marks: [] }],
  }
}

/** The choices of a kind of text. */
function partsOfBlock(type: SchemaType) {
  const fields = isObjectSchemaType(type) ? type.fields : []
  const getType = (name: string) => fields.find((field) => field.name === name)?.type
  const choices = (name: string) => {
    const found = getType(name)
    return found ? getChoices(found) : []
  }
  const children = getType('children')
  const span = children && getItemTypes(children).find(({ name }) => name === 'span')
  const decorators = span && 'decorators' in span && Array.isArray(span.decorators) ? span.decorators : []
  const links = getType('markDefs')
  return {
    styles: choices('style'),
    lists: choices('listItem'),
    decorators: decorators.map((decorator: unknown) => (isObject(decorator) ? decorator.value : decorator)),
    annotations: links ? getItemTypes(links) : [],
  }
}
