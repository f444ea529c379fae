import { isDeepStrictEqual } from 'node:util'
import { isArraySchemaType, isObjectSchemaType, type Path, type SchemaType } from 'sanity'
import { type ContentObject, isObject } from '../contentVariants/documents.ts'
import {
  createBlock,
  createItem,
  createKey,
  createValue,
  getFields,
  getItemType,
  isKind,
  type Materials,
  omitted,
  pickCrop,
  pickHotspot,
  pickValue,
  withNewKeys,
} from './values.ts'

/** A value after an edit, and the edit's description for the log. */
export type Edit = { value: unknown; description: string }

/** Edits a value at random, at any depth, as its form allows. */
export function editValue(type: SchemaType, value: unknown, materials: Materials): Edit {
  if (isArraySchemaType(type)) return editList(type, value, materials)
  if (isObject(value) && isKind(type, 'block')) return editBlock(type, value, materials)
  if (isObject(value) && isObjectSchemaType(type)) return editObject(type, value, materials)
  const newValue = pickValue(type, value, materials)
  return { value: newValue, description: ` := ${abbreviate(newValue)}` }
}

function editObject(type: SchemaType, value: ContentObject, materials: Materials): Edit {
  const { random } = materials
  if ((isKind(type, 'image') || isKind(type, 'file')) && random.chance(0.5)) {
    return editAsset(type, value, materials)
  }
  const fields = getFields(type)
  if (fields.length === 0) return { value, description: ': nothing to edit' }
  const field = random.pick(fields)
  const current = value[field.name]
  const shouldEditInside =
    (isObject(current) || (Array.isArray(current) && current.length > 0)) && random.chance(0.93)
  const edit = shouldEditInside
    ? editValue(field.type, current, materials)
    : createReplacement(pickValue(field.type, current, materials))
  return { value: withField(value, field.name, edit.value), description: `.${field.name}${edit.description}` }
}

const createReplacement = (value: unknown): Edit => ({ value, description: ` := ${abbreviate(value)}` })

function editAsset(type: SchemaType, value: ContentObject, { random, pictures, videos }: Materials): Edit {
  const assets = isKind(type, 'file') ? videos : pictures
  const chooseAsset = () =>
    assets.length > 0 ? { ...value, asset: { _type: 'reference', _ref: random.pick(assets) } } : value
  const { asset, crop, hotspot, ...otherFields } = value
  const edits: [string, () => ContentObject][] = [
    ['another file', chooseAsset],
    ['no file', () => otherFields],
  ]
  if (isKind(type, 'image')) {
    edits.push(['a crop', () => ({ ...value, crop: pickCrop(random) })])
    edits.push(['a hotspot', () => ({ ...value, hotspot: pickHotspot(random) })])
  }
  const [description, edit] = random.pick(edits)
  return { value: edit(), description: `: ${description}` }
}

function editList(type: SchemaType, value: unknown, materials: Materials): Edit {
  const { random } = materials
  const items: unknown[] = Array.isArray(value) ? value : []
  const index = random.number(items.length + 1)
  const percent = random.number(100)
  const itemType = getItemType(type, items[index])
  if (percent < 60 && itemType && index < items.length) {
    const { value: item, description } = editValue(itemType, items[index], materials)
    const replacement = item === omitted ? [] : [item]
    return {
      value: items.with(index, item).toSpliced(index, 1, ...replacement),
      description: `[${index}]${description}`,
    }
  }
  if (percent < 80) {
    const item = createItem(type, materials)
    return item === omitted
      ? { value: items, description: ': nothing to add' }
      : { value: items.toSpliced(index, 0, item), description: `[${index}]: new ${abbreviate(item)}` }
  }
  if (percent < 88) return { value: items.toSpliced(index, 1), description: `[${index}]: removed` }
  if (percent < 93) return { value: random.shuffle(items), description: ': another order' }
  if (percent < 97)
    return { value: duplicateItem(items, index, 1, materials), description: `[${index}]: duplicated` }
  if (percent < 98)
    return { value: duplicateItem(items, index, 100, materials), description: `[${index}]: a hundred more` }
  return random.chance(0.5)
    ? { value: [], description: ': emptied' }
    : { value: omitted, description: ': unset' }
}

function duplicateItem(items: unknown[], index: number, times: number, { random }: Materials): unknown[] {
  const item = items[index]
  if (item === undefined) return items
  return items.toSpliced(index, 0, ...Array.from({ length: times }, () => withNewKeys(item, random)))
}

function editBlock(type: SchemaType, value: ContentObject, materials: Materials): Edit {
  const { random } = materials
  const newBlock = createBlock(type, materials)
  return random.pick<() => Edit>([
    () => ({ value: { ...newBlock, _key: value._key }, description: ': rewritten' }),
    () => ({ value: { ...value, style: newBlock.style }, description: ': another style' }),
    () => ({
      value: { ...value, listItem: newBlock.listItem, level: newBlock.level },
      description: ': another list',
    }),
    () => ({
      value: { ...value, children: newBlock.children },
      description: ': other words, marks without links',
    }),
    () => ({
      value: { ...value, children: [{ _type: 'span', _key: createKey(random), text: '', marks: [] }] },
      description: ': no words',
    }),
  ])()
}

function withField(object: ContentObject, name: string, value: unknown): ContentObject {
  const { [name]: _, ...others } = object
  return value === omitted ? others : { ...object, [name]: value }
}

/** A validation error: its path and message. */
export type ValidationError = { path: Path; message: string }

/**
 * Changes a value to correct a validation error: to the example in the message, another value, the published value, or
 * none. The result may be invalid, too.
 *
 * @param published - the published state of `value`
 */
export function correctValue(
  type: SchemaType,
  value: unknown,
  { path, message }: ValidationError,
  published: unknown,
  materials: Materials,
): unknown {
  const { random } = materials
  const [step, ...nestedPath] = path
  const nested = { path: nestedPath, message }
  if (step === undefined) {
    const [, example] = /(?:for example|as in|like) (\S+?)[.,]?(?:\s|$)/.exec(message) ?? []
    if (example !== undefined && type.jsonType === 'string' && random.chance(0.6)) {
      return random.chance(0.5) ? example : `${example}-${random.number(9)}`
    }
    if (published !== undefined && random.chance(0.35)) return published
    return random.chance(0.25) ? omitted : createValue(type, materials)
  }
  if (typeof step === 'string' && isObject(value)) {
    const field = getFields(type).find(({ name }) => name === step)
    if (!field) return value
    const publishedValue = isObject(published) ? published[step] : undefined
    return withField(value, step, correctValue(field.type, value[step], nested, publishedValue, materials))
  }
  if (!Array.isArray(value)) return value
  const index = value.findIndex(
    (candidate, position) => position === step || (isObject(candidate) && isKey(step, candidate._key)),
  )
  const item: unknown = value[index]
  const itemType = getItemType(type, item)
  if (index < 0 || !itemType) return value
  // For an error inside a text block, the whole block is replaced.
  const isTextBlock = isKind(itemType, 'block')
  const publishedValue = Array.isArray(published)
    ? published.find((candidate) => isObject(candidate) && isKey(step, candidate._key))
    : undefined
  const newValue = isTextBlock
    ? (publishedValue ?? { ...createBlock(itemType, materials), _key: createKey(random) })
    : correctValue(itemType, item, nested, publishedValue, materials)
  const isRemoved = newValue === omitted || random.chance(0.1)
  const newItem = isObject(newValue) && isObject(item) ? { ...newValue, _key: item._key } : newValue
  return isRemoved ? value.toSpliced(index, 1) : value.with(index, newItem)
}

const isKey = (step: unknown, key: unknown) => isObject(step) && step._key === key

/** Yields all array items that have a type, at any depth of a value, for copying. */
export function* collectItems(value: unknown): Generator<ContentObject & { _type: string }> {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isObject(item) && typeof item._type === 'string') yield { ...item, _type: item._type }
      yield* collectItems(item)
    }
  } else if (isObject(value)) for (const child of Object.values(value)) yield* collectItems(child)
}

/** Creates the fields of a plausible document of a type. */
export function createDocument(type: SchemaType, materials: Materials): ContentObject {
  const value = createValue(type, materials)
  return isObject(value) ? value : {}
}

/** Lists the differing fields of two states of a document. */
export function listDifferences(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => listDifferences(item, after[index], `${path}[${index}]`))
  }
  if (!isObject(before) || !isObject(after)) return [`${path}: ${abbreviate(before)} -> ${abbreviate(after)}`]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => listDifferences(before[name], after[name], `${path}.${name}`))
}

/** Formats a value for the log. */
export function abbreviate(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 90 ? `${text.slice(0, 90)}…` : text
}
