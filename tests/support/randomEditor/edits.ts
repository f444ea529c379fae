import { isArraySchemaType, isObjectSchemaType, type SchemaType } from 'sanity'
import { type ContentObject, isObject } from '../documents.ts'
import type { Random } from '../random.ts'
import { createPlainText, pickText } from './texts.ts'

/** The random generator, and existing values that editors can choose or paste. */
export type Materials = {
  random: Random
  /** Paths that `PageInput` offers. */
  pages: readonly string[]
  /** Ids of the pictures in the dataset. */
  pictures: readonly string[]
  /** Ids of the videos in the dataset. */
  videos: readonly string[]
  /** Array items of published documents, for pasting, keyed by type name. */
  copies: ReadonlyMap<string, readonly ContentObject[]>
  /** The blocks that pasting rich text creates, one array for each paste. */
  pastes: readonly (readonly ContentObject[])[]
}

const numberValues = [-1, 0, 1, 3, 24, 25, 49, 50, 99.5, 1001, 99_700, 104_700, 10_000_001, 1e21] as const
const dateValues = ['2026-01-15', '1970-01-01', '2099-12-31', '2026-02-31', 'not a date'] as const
const datetimeValues = [
  '2026-01-01T08:00:00.000Z',
  '2026-06-01T22:00:00.000Z',
  '2027-03-14T10:30:00.000Z',
  '2026-13-01T00:00:00Z',
  'tomorrow',
] as const

/** Edits a value at random, at any depth, as its form allows. The result may be invalid. */
export function editValue(type: SchemaType, value: unknown, materials: Materials): unknown {
  if (isArraySchemaType(type)) return editItems(type, Array.isArray(value) ? value : [], materials)
  if (!isObject(value) || !isObjectSchemaType(type)) return pickValue(type, value, materials)
  if (isKind(type, 'block')) return { ...createBlock(type, materials), _key: value._key }
  const { random } = materials
  if (isAssetType(type) && random.chance(0.5)) return editAsset(type, value, materials)
  const fields = getFields(type)
  if (fields.length === 0) return value
  const field = random.pick(fields)
  const { [field.name]: current, ...others } = value
  const isNested = isObject(current) || (Array.isArray(current) && current.length > 0)
  const change = isNested && random.chance(0.93) ? editValue : pickValue
  const changed = change(field.type, current, materials)
  return changed === undefined ? others : { ...value, [field.name]: changed }
}

/** Chooses a different file or none, or picks a crop and a hotspot, including the extremes that the Studio allows. */
function editAsset(type: SchemaType, value: ContentObject, materials: Materials): ContentObject {
  const { random } = materials
  const { asset, crop, hotspot, ...others } = value
  const edge = () => random.pick([0, 0.1, 0.49])
  const position = () => random.pick([0, 0.001, 0.5, 1])
  const edits: ContentObject[] = [others, { ...value, ...pickAsset(type, materials) }]
  if (isKind(type, 'image')) {
    const newCrop = { _type: 'sanity.imageCrop', top: edge(), bottom: edge(), left: edge(), right: edge() }
    const size = { width: position(), height: position() }
    const newHotspot = { _type: 'sanity.imageHotspot', x: position(), y: position(), ...size }
    edits.push({ ...value, crop: newCrop, hotspot: newHotspot })
  }
  return random.pick(edits)
}

function editItems(type: SchemaType, items: readonly unknown[], materials: Materials): unknown[] {
  const { random } = materials
  const index = random.number(items.length + 1)
  const percent = random.number(100)
  const item = items[index]
  const itemType = getItemTypes(type).find(({ name }) => !isObject(item) || name === item._type)
  if (percent < 60 && itemType && index < items.length) {
    const edited = editValue(itemType, item, materials)
    return items.toSpliced(index, 1, ...(edited === undefined ? [] : [edited]))
  }
  if (percent < 65 && getItemTypes(type).some((candidate) => isKind(candidate, 'block'))) {
    const blocks = random.pick(materials.pastes).map((block) => withNewKeys(block, random))
    return items.toSpliced(index, 0, ...blocks)
  }
  if (percent < 82) return items.toSpliced(index, 0, ...createItem(type, materials, 0))
  if (percent < 90) return items.toSpliced(index, 1)
  if (percent < 95) return random.shuffle(items)
  if (percent === 99) return []
  const copies = item === undefined ? 0 : percent === 98 ? 100 : 1
  return items.toSpliced(index, 0, ...Array.from({ length: copies }, () => withNewKeys(item, random)))
}

/** Picks any value that a form accepts in a field, valid or not; undefined for none. */
function pickValue(type: SchemaType, current: unknown, materials: Materials): unknown {
  const { random, pages } = materials
  if (random.chance(0.12)) return undefined
  if (type.jsonType === 'boolean') return random.chance(0.5)
  if (type.jsonType === 'number') {
    if (typeof current !== 'number' || random.chance(0.5)) return random.pick(numberValues)
    return random.pick([current + 1, current - 1, current * 10, current / 10, -current])
  }
  if (type.jsonType !== 'string') return createValue(type, materials)
  const choices = getChoices(type)
  if (choices.length > 0) return random.pick(choices)
  if (isKind(type, 'datetime')) return random.pick(datetimeValues)
  if (isKind(type, 'date')) return random.pick(dateValues)
  // A page's path is a string field with a custom input.
  return type.components?.input?.name === 'PageInput' ? random.pick(pages) : pickText(random, current)
}

/**
 * Creates a plausible value of a type: the form's initial value, or a random one with most fields filled in.
 *
 * @param depth - the nesting depth, which limits the size
 */
function createValue(type: SchemaType, materials: Materials, depth = 0): unknown {
  const { random } = materials
  const { initialValue } = type
  if (initialValue !== undefined && typeof initialValue !== 'function' && random.chance(0.6))
    return initialValue
  if (isKind(type, 'block')) return createBlock(type, materials)
  if (isArraySchemaType(type)) {
    const count = random.number(depth > 2 ? 2 : 4)
    return Array.from({ length: count }, () => createItem(type, materials, depth)).flat()
  }
  if (isObjectSchemaType(type)) {
    const fields = getFields(type).flatMap((field): [string, unknown][] =>
      random.chance(0.9) ? [[field.name, createValue(field.type, materials, depth + 1)]] : [],
    )
    const typeName = type.name === 'object' ? {} : { _type: type.name }
    return { ...typeName, ...pickAsset(type, materials), ...Object.fromEntries(fields) }
  }
  const isPlainText =
    type.jsonType === 'string' && getChoices(type).length === 0 && type.type?.name === 'string'
  return isPlainText && random.chance(0.7) ? createPlainText(random) : pickValue(type, undefined, materials)
}

/** Creates an item for an array: a new one, or a copy from any document; none for an array without types. */
function createItem(array: SchemaType, materials: Materials, depth: number): unknown[] {
  const { random, copies } = materials
  const types = getItemTypes(array)
  if (types.length === 0) return []
  const type = random.pick(types)
  const copiedItems = copies.get(type.name) ?? []
  if (copiedItems.length > 0 && random.chance(0.6)) return [withNewKeys(random.pick(copiedItems), random)]
  const choices = getChoices(array)
  const item = choices.length > 0 ? random.pick(choices) : createValue(type, materials, depth + 1)
  return [isObject(item) ? { _key: createKey(random), ...item } : item]
}

/** Creates a paragraph, heading or list item with any allowed marks, and perhaps the mark of a removed link. */
function createBlock(type: SchemaType, materials: Materials): ContentObject {
  const { random } = materials
  const getFieldType = (name: string) =>
    isObjectSchemaType(type) ? type.fields.find((field) => field.name === name)?.type : undefined
  const listChoices = (name: string) => getChoices(getFieldType(name))
  const span = getItemTypes(getFieldType('children')).find(({ name }) => name === 'span')
  const decorators = span && 'decorators' in span && Array.isArray(span.decorators) ? span.decorators : []
  const markDefs = getItemTypes(getFieldType('markDefs')).flatMap((annotation) => {
    const mark = createValue(annotation, materials, 1)
    return isObject(mark) ? [{ ...mark, _key: createKey(random) }] : []
  })
  const marks = [
    ...decorators.map((decorator: unknown) => (isObject(decorator) ? decorator.value : decorator)),
    ...markDefs.map(({ _key }) => _key),
    'key-of-a-removed-link',
  ]
  const children = Array.from({ length: 1 + random.number(3) }, () => ({
    _type: 'span',
    _key: createKey(random),
    text: random.chance(0.8) ? createPlainText(random, 40) : pickText(random, undefined),
    marks: marks.filter(() => random.chance(0.25)),
  }))
  const listItems = listChoices('listItem')
  const list = { listItem: listItems[0], level: random.pick([1, 2, 3, 10]) }
  return {
    _type: type.name,
    _key: createKey(random),
    style: random.pick([...listChoices('style'), 'normal']),
    ...(listItems.length > 0 && random.chance(0.3) ? list : {}),
    markDefs,
    children,
  }
}

/** Copies a value and gives array items new keys, as pasting in the Studio does. */
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

/** Yields all array items that have a type, at any depth of a value, for copying. */
export function* collectItems(value: unknown): Generator<ContentObject & { _type: string }> {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isObject(item) && typeof item._type === 'string') yield { ...item, _type: item._type }
      yield* collectItems(item)
    }
  } else if (isObject(value)) for (const child of Object.values(value)) yield* collectItems(child)
}

const createKey = (random: Random) => `k${random.number(2 ** 31).toString(36)}`

/** Whether a type has this name, or is derived from a type that has it. */
function isKind(type: SchemaType, name: string): boolean {
  for (let ancestor: SchemaType | undefined = type; ancestor; ancestor = ancestor.type)
    if (ancestor.name === name) return true
  return false
}

const isAssetType = (type: SchemaType) => isKind(type, 'image') || isKind(type, 'file')

function pickAsset(type: SchemaType, { random, pictures, videos }: Materials): ContentObject {
  const assets = isKind(type, 'file') ? videos : isKind(type, 'image') ? pictures : []
  return assets.length > 0 ? { asset: { _type: 'reference', _ref: random.pick(assets) } } : {}
}

/** Lists the fields of a type that a form can edit, without the built-in fields of images and files. */
function getFields(type: SchemaType): { name: string; type: SchemaType }[] {
  const assetFields = isAssetType(type) ? ['asset', 'crop', 'hotspot', 'media'] : []
  const fields = isObjectSchemaType(type) ? type.fields : []
  return fields.filter((field) => !assetFields.includes(field.name) && field.type.readOnly !== true)
}

const getItemTypes = (type: SchemaType | undefined) => (type && isArraySchemaType(type) ? [...type.of] : [])

/** Lists the predefined values of a field; empty for a field that accepts any value. */
function getChoices(type: SchemaType | undefined): unknown[] {
  const list = isObject(type?.options) && Array.isArray(type.options.list) ? type.options.list : []
  return list.map((choice) => (isObject(choice) ? choice.value : choice))
}
