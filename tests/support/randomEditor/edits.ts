import { isDeepStrictEqual } from 'node:util'
import { isArraySchemaType, isObjectSchemaType, type Path, type SchemaType } from 'sanity'
import { type ContentObject, isObject } from '../contentVariants/documents.ts'
import {
  anyCrop,
  anyHotspot,
  anyValue,
  getFields,
  isKind,
  type Materials,
  newBlock,
  newItem,
  newKey,
  newValue,
  nothing,
  typeOfItem,
  withNewKeys,
} from './values.ts'

/** A value after an edit, and the edit's description for the log. */
export type Edit = { value: unknown; what: string }

/** Makes one random edit that the form of a value allows, at any depth. */
export function edited(type: SchemaType, value: unknown, materials: Materials): Edit {
  if (isArraySchemaType(type)) return editedList(type, value, materials)
  if (isObject(value) && isKind(type, 'block')) return editedBlock(type, value, materials)
  if (isObject(value) && isObjectSchemaType(type)) return editedObject(type, value, materials)
  const next = anyValue(type, value, materials)
  return { value: next, what: ` := ${short(next)}` }
}

function editedObject(type: SchemaType, value: ContentObject, materials: Materials): Edit {
  const { random } = materials
  if ((isKind(type, 'image') || isKind(type, 'file')) && random.chance(0.5)) {
    return editedAsset(type, value, materials)
  }
  const fields = getFields(type)
  if (fields.length === 0) return { value, what: ': nothing to edit' }
  const field = random.pick(fields)
  const current = value[field.name]
  const isInside =
    (isObject(current) || (Array.isArray(current) && current.length > 0)) && random.chance(0.93)
  const inner = isInside
    ? edited(field.type, current, materials)
    : replaced(anyValue(field.type, current, materials))
  return { value: withField(value, field.name, inner.value), what: `.${field.name}${inner.what}` }
}

const replaced = (value: unknown): Edit => ({ value, what: ` := ${short(value)}` })

function editedAsset(type: SchemaType, value: ContentObject, { random, pictures, videos }: Materials): Edit {
  const assets = isKind(type, 'file') ? videos : pictures
  const choose = () =>
    assets.length > 0 ? { ...value, asset: { _type: 'reference', _ref: random.pick(assets) } } : value
  const { asset, crop, hotspot, ...without } = value
  const edits: [string, () => ContentObject][] = [
    ['another file', choose],
    ['no file', () => without],
  ]
  if (isKind(type, 'image')) {
    edits.push(['a crop', () => ({ ...value, crop: anyCrop(random) })])
    edits.push(['a hotspot', () => ({ ...value, hotspot: anyHotspot(random) })])
  }
  const [what, edit] = random.pick(edits)
  return { value: edit(), what: `: ${what}` }
}

function editedList(type: SchemaType, value: unknown, materials: Materials): Edit {
  const { random } = materials
  const items: unknown[] = Array.isArray(value) ? value : []
  const at = random.number(items.length + 1)
  const dice = random.number(100)
  const inside = typeOfItem(type, items[at])
  if (dice < 60 && inside && at < items.length) {
    const { value: item, what } = edited(inside, items[at], materials)
    const rest = item === nothing ? [] : [item]
    return { value: items.with(at, item).toSpliced(at, 1, ...rest), what: `[${at}]${what}` }
  }
  if (dice < 80) {
    const item = newItem(type, materials)
    return item === nothing
      ? { value: items, what: ': nothing to add' }
      : { value: items.toSpliced(at, 0, item), what: `[${at}]: new ${short(item)}` }
  }
  if (dice < 88) return { value: items.toSpliced(at, 1), what: `[${at}]: removed` }
  if (dice < 93) return { value: random.shuffle(items), what: ': another order' }
  if (dice < 97) return { value: duplicated(items, at, 1, materials), what: `[${at}]: duplicated` }
  if (dice < 98) return { value: duplicated(items, at, 100, materials), what: `[${at}]: a hundred more` }
  return random.chance(0.5) ? { value: [], what: ': emptied' } : { value: nothing, what: ': unset' }
}

function duplicated(items: unknown[], at: number, times: number, { random }: Materials): unknown[] {
  const item = items[at]
  if (item === undefined) return items
  return items.toSpliced(at, 0, ...Array.from({ length: times }, () => withNewKeys(item, random)))
}

function editedBlock(type: SchemaType, value: ContentObject, materials: Materials): Edit {
  const { random } = materials
  const fresh = newBlock(type, materials)
  return random.pick<() => Edit>([
    () => ({ value: { ...fresh, _key: value._key }, what: ': written anew' }),
    () => ({ value: { ...value, style: fresh.style }, what: ': another style' }),
    () => ({ value: { ...value, listItem: fresh.listItem, level: fresh.level }, what: ': another list' }),
    () => ({ value: { ...value, children: fresh.children }, what: ': other words, marks without links' }),
    () => ({
      value: { ...value, children: [{ _type: 'span', _key: newKey(random), text: '', marks: [] }] },
      what: ': no words',
    }),
  ])()
}

function withField(object: ContentObject, name: string, value: unknown): ContentObject {
  const { [name]: _, ...others } = object
  return value === nothing ? others : { ...object, [name]: value }
}

/** A validation error: its path and message. */
export type Objection = { path: Path; message: string }

/**
 * Corrects a validation error: with the example in the message, another value, the published value, or none.
 *
 * @param published - the published document, or the containing one
 */
export function corrected(
  type: SchemaType,
  value: unknown,
  { path, message }: Objection,
  published: unknown,
  materials: Materials,
): unknown {
  const { random } = materials
  const [step, ...further] = path
  const rest = { path: further, message }
  if (step === undefined) {
    const [, example] = /(?:for example|as in|like) (\S+?)[.,]?(?:\s|$)/.exec(message) ?? []
    if (example !== undefined && type.jsonType === 'string' && random.chance(0.6)) {
      return random.chance(0.5) ? example : `${example}-${random.number(9)}`
    }
    if (published !== undefined && random.chance(0.35)) return published
    return random.chance(0.25) ? nothing : newValue(type, materials)
  }
  if (typeof step === 'string' && isObject(value)) {
    const field = getFields(type).find(({ name }) => name === step)
    if (!field) return value
    const before = isObject(published) ? published[step] : undefined
    return withField(value, step, corrected(field.type, value[step], rest, before, materials))
  }
  if (!Array.isArray(value)) return value
  const at = value.findIndex((item, index) => index === step || (isObject(item) && isKey(step, item._key)))
  const item: unknown = value[at]
  const inside = typeOfItem(type, item)
  if (at < 0 || !inside) return value
  // Below a text block, the whole block is replaced.
  const isText = isKind(inside, 'block')
  const before = Array.isArray(published)
    ? published.find((one) => isObject(one) && isKey(step, one._key))
    : undefined
  const next = isText
    ? (before ?? { ...newBlock(inside, materials), _key: newKey(random) })
    : corrected(inside, item, rest, before, materials)
  const isGone = next === nothing || random.chance(0.1)
  const keyed = isObject(next) && isObject(item) ? { ...next, _key: item._key } : next
  return isGone ? value.toSpliced(at, 1) : value.with(at, keyed)
}

const isKey = (step: unknown, key: unknown) => isObject(step) && step._key === key

/** Collects all array items of a document by type, for copying. */
export function* itemsIn(value: unknown): Generator<ContentObject & { _type: string }> {
  if (Array.isArray(value)) {
    for (const item of value) {
      if (isObject(item) && typeof item._type === 'string') yield { ...item, _type: item._type }
      yield* itemsIn(item)
    }
  } else if (isObject(value)) for (const inner of Object.values(value)) yield* itemsIn(inner)
}

/** Creates a document with the initial values of its type. */
export function newDocument(type: SchemaType, materials: Materials): ContentObject {
  const begun = newValue(type, materials)
  return isObject(begun) ? begun : {}
}

/** Lists the differing fields of two states of a document. */
export function differences(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => differences(item, after[index], `${path}[${index}]`))
  }
  if (!isObject(before) || !isObject(after)) return [`${path}: ${short(before)} -> ${short(after)}`]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => differences(before[name], after[name], `${path}.${name}`))
}

/** Formats a value for the log. */
export function short(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 90 ? `${text.slice(0, 90)}…` : text
}
