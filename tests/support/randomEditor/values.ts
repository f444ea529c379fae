import { isArraySchemaType, isObjectSchemaType, type SchemaType } from 'sanity'
import { type ContentObject, isObject } from '../contentVariants/documents.ts'
import type { Random } from '../random.ts'
import { createPlainText, pickText } from './texts.ts'

/** The random generator, and existing values that editors can choose or paste. */
export type Materials = {
  random: Random
  /** Paths that the input for pages offers. */
  pages: readonly string[]
  /** Ids of the pictures in the dataset. */
  pictures: readonly string[]
  /** Ids of the videos in the dataset. */
  videos: readonly string[]
  /** Array items of published documents and samples, for pasting, by the name of their type. */
  copies: ReadonlyMap<string, readonly ContentObject[]>
}

/** The value of an omitted or emptied field. */
export const omitted = undefined

const numberValues = [
  -1, 0, 1, 2, 3, 8, 24, 25, 49, 50, 99.5, 0.1, 1000, 1001, 1047, 99_700, 104_700, 10_000_000, 10_000_001,
  1e21,
] as const

const dateValues = [
  '2026-01-15',
  '1970-01-01',
  '2099-12-31',
  '2026-02-31',
  '2026-1-5',
  '0000-00-00',
  'not a date',
] as const

const datetimeValues = [
  '2026-01-01T08:00:00.000Z',
  '2026-05-31T23:59:00.000Z',
  '2026-06-01T22:00:00.000Z',
  '2027-03-14T10:30:00.000Z',
  '2099-01-01T00:00:00.000Z',
  '2026-13-01T00:00:00Z',
  '2026-06-01',
  'tomorrow',
] as const

/** Whether a type has this name, or is derived from a type that has it. */
export function isKind(type: SchemaType, name: string): boolean {
  for (let ancestor: SchemaType | undefined = type; ancestor; ancestor = ancestor.type)
    if (ancestor.name === name) return true
  return false
}

/** Lists the fields of a type that a form can edit, without the built-in fields of images, files and text blocks. */
export function getFields(type: SchemaType): { name: string; type: SchemaType }[] {
  if (!isObjectSchemaType(type) || isKind(type, 'block')) return []
  const assetFields =
    isKind(type, 'image') || isKind(type, 'file') ? ['asset', 'crop', 'hotspot', 'media'] : []
  return type.fields.filter((field) => !assetFields.includes(field.name) && field.type.readOnly !== true)
}

/** Returns the item types of an array. */
export function getItemTypes(type: SchemaType): SchemaType[] {
  return isArraySchemaType(type) ? [...type.of] : []
}

/**
 * Returns the type of an item: for an object the array's type with its `_type`, undefined without one; for another item
 * the array's first type.
 */
export function getItemType(array: SchemaType, item: unknown): SchemaType | undefined {
  const types = getItemTypes(array)
  const name = isObject(item) ? item._type : undefined
  return types.find((type) => type.name === name) ?? (isObject(item) ? undefined : types[0])
}

/** Creates a key for an item of an array. */
export function createKey(random: Random): string {
  return `k${random.number(2 ** 31).toString(36)}`
}

/** Lists the predefined values of a field; empty for a field that accepts any value. */
export function getChoices(type: SchemaType): unknown[] {
  const list = isObject(type.options) && Array.isArray(type.options.list) ? type.options.list : []
  return list.map((choice) => (isObject(choice) ? choice.value : choice))
}

/**
 * Picks any value that a form accepts in a field, valid or not.
 *
 * @param current - the field's current value
 */
export function pickValue(type: SchemaType, current: unknown, materials: Materials): unknown {
  const { random } = materials
  if (random.chance(0.12)) return omitted
  if (type.jsonType === 'string') return pickString(type, current, materials)
  if (type.jsonType === 'number') return pickNumber(random, current)
  if (type.jsonType === 'boolean') return random.chance(0.5)
  return createValue(type, materials)
}

function pickString(type: SchemaType, current: unknown, { random, pages }: Materials): unknown {
  const choices = getChoices(type)
  if (choices.length > 0) return random.pick(choices)
  if (isKind(type, 'datetime')) return random.pick(datetimeValues)
  if (isKind(type, 'date')) return random.pick(dateValues)
  // The path of a page is a string field with a custom input.
  if (pages.length > 0 && type.components?.input?.name === 'PageInput') return random.pick(pages)
  return pickText(random, current)
}

function pickNumber(random: Random, current: unknown): number {
  if (typeof current !== 'number' || random.chance(0.5)) return random.pick(numberValues)
  return random.pick([current + 1, current - 1, current * 10, current / 10, -current, current * 2])
}

/**
 * Creates a plausible value of a type: the form's initial value, or a random one with most fields filled in.
 *
 * @param depth - the nesting depth, which limits the size
 */
export function createValue(type: SchemaType, materials: Materials, depth = 0): unknown {
  const { random } = materials
  if (type.initialValue !== undefined && typeof type.initialValue !== 'function' && random.chance(0.6)) {
    return type.initialValue
  }
  if (isKind(type, 'block')) return createBlock(type, materials)
  if (isArraySchemaType(type)) return createItems(type, materials, depth)
  if (isObjectSchemaType(type)) return createObject(type, materials, depth)
  if (type.jsonType === 'number') return random.pick([1, 2, 8, 50, 12_500, 99_700])
  if (type.jsonType === 'boolean') return random.chance(0.2)
  if (getChoices(type).length > 0 || isKind(type, 'date') || isKind(type, 'datetime')) {
    return pickString(type, omitted, materials)
  }
  if (type.components?.input?.name === 'PageInput') return pickString(type, omitted, materials)
  return random.chance(0.7) ? createPlainText(random) : pickText(random, omitted)
}

function createObject(type: SchemaType, materials: Materials, depth: number): ContentObject {
  const { random, pictures, videos } = materials
  const isFile = isKind(type, 'file')
  const assets = isFile ? videos : isKind(type, 'image') ? pictures : []
  const asset = assets.length > 0 ? { asset: { _type: 'reference', _ref: random.pick(assets) } } : {}
  const fields = getFields(type).flatMap((field) =>
    random.chance(0.9) ? [[field.name, createValue(field.type, materials, depth + 1)]] : [],
  )
  return { ...(type.name === 'object' ? {} : { _type: type.name }), ...asset, ...Object.fromEntries(fields) }
}

function createItems(type: SchemaType, materials: Materials, depth: number): unknown[] {
  const count = materials.random.number(depth > 2 ? 2 : 4)
  return Array.from({ length: count }, () => createItem(type, materials, depth)).filter(
    (item) => item !== omitted,
  )
}

/** Creates an item for an array: a new one, or a copy from any document; `omitted` for an array without types. */
export function createItem(array: SchemaType, materials: Materials, depth = 0): unknown {
  const { random, copies } = materials
  const types = getItemTypes(array)
  if (types.length === 0) return omitted
  const type = random.pick(types)
  const copiedItems = copies.get(type.name) ?? []
  if (copiedItems.length > 0 && random.chance(0.6)) return withNewKeys(random.pick(copiedItems), random)
  const choices = getChoices(array)
  if (choices.length > 0) return random.pick(choices)
  const item = createValue(type, materials, depth + 1)
  return isObject(item) ? { _key: createKey(random), ...item } : item
}

/** Copies a value with new keys for array items, as the Studio pastes it. */
export function withNewKeys(value: unknown, random: Random): unknown {
  if (Array.isArray(value)) return value.map((item) => withNewKeys(item, random))
  if (!isObject(value)) return value
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    // The keys of annotations do not change, since marks refer to them.
    name === '_key' ? createKey(random) : name === 'markDefs' ? inner : withNewKeys(inner, random),
  ])
  return Object.fromEntries(fields)
}

/** Picks a crop, including the extremes that the Studio allows. */
export function pickCrop(random: Random): ContentObject {
  const pickEdge = () => random.pick([0, 0.1, 0.49])
  return {
    _type: 'sanity.imageCrop',
    top: pickEdge(),
    bottom: pickEdge(),
    left: pickEdge(),
    right: pickEdge(),
  }
}

/** Picks a hotspot, including the extremes that the Studio allows. */
export function pickHotspot(random: Random): ContentObject {
  const pickPosition = () => random.pick([0, 0.001, 0.5, 1])
  return {
    _type: 'sanity.imageHotspot',
    x: pickPosition(),
    y: pickPosition(),
    width: pickPosition(),
    height: pickPosition(),
  }
}

/** Creates a paragraph, heading or list item with any marks that the rich text allows, or a removed link's mark. */
export function createBlock(type: SchemaType, materials: Materials): ContentObject {
  const { random } = materials
  const blockOptions = getBlockOptions(type)
  const annotations = blockOptions.annotations.map((annotation) => ({
    ...createObject(annotation, materials, 1),
    _key: createKey(random),
  }))
  const marks = [...blockOptions.decorators, ...annotations.map(({ _key }) => _key), 'key-of-a-removed-link']
  const children = Array.from({ length: random.number(4) }, () => ({
    _type: 'span',
    _key: createKey(random),
    text: random.chance(0.8) ? createPlainText(random, 40) : pickText(random, omitted),
    marks: marks.filter(() => random.chance(0.25)),
  }))
  return {
    _type: type.name,
    _key: createKey(random),
    style: blockOptions.styles.length > 0 ? random.pick(blockOptions.styles) : 'normal',
    ...(blockOptions.lists.length > 0 && random.chance(0.3)
      ? { listItem: random.pick(blockOptions.lists), level: random.pick([1, 2, 3, 10]) }
      : {}),
    markDefs: annotations,
    children:
      children.length > 0 ? children : [{ _type: 'span', _key: createKey(random), text: '', marks: [] }],
  }
}

/** Lists the styles, lists, decorators and annotations that a rich text allows. */
function getBlockOptions(type: SchemaType) {
  const fields = isObjectSchemaType(type) ? type.fields : []
  const getType = (name: string) => fields.find((field) => field.name === name)?.type
  const listChoices = (name: string) => {
    const fieldType = getType(name)
    return fieldType ? getChoices(fieldType) : []
  }
  const children = getType('children')
  const span = children && getItemTypes(children).find(({ name }) => name === 'span')
  const decorators = span && 'decorators' in span && Array.isArray(span.decorators) ? span.decorators : []
  const links = getType('markDefs')
  return {
    styles: listChoices('style'),
    lists: listChoices('listItem'),
    decorators: decorators.map((decorator: unknown) => (isObject(decorator) ? decorator.value : decorator)),
    annotations: links ? getItemTypes(links) : [],
  }
}
