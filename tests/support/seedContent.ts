import { fillTemplate } from '../../lib/content/format'
import { offerValues } from '../../lib/content/offerValues'
import { type ContentObject, isObject } from './contentVariants/documents.ts'
import { filledSeed } from './filledSeed.ts'

const documents = new Map(filledSeed().map((document) => [document._id, document]))

/**
 * A value of the seed as visitors read it, by the way to it: "homePage/sections/hero/heading". Items of arrays are named by their
 * `_key` or their position.
 *
 * @throws when nothing is there: a test never expects nothing by mistake
 */
export function seedValue(path: string): unknown {
  const [id = '', ...steps] = path.split('/')
  let value: unknown = documents.get(id)
  for (const step of steps) value = stepInto(value, step)
  if (value === undefined || value === null) throw new Error(`The seed has no ${path}.`)
  return value
}

/** A text of the seed, see {@link seedValue}. */
export function seedText(path: string): string {
  const value = seedValue(path)
  if (typeof value !== 'string' || value === '') throw new Error(`${path} of the seed is not a text.`)
  return value
}

/** The terms beside every checkout button, as visitors read them. */
export function seedTerms(): string {
  const offer: object | undefined = documents.get('offer')
  return fillTemplate(seedText('offer/shortTerms'), offerValues(offer))
}

/** A list of texts of the seed, see {@link seedValue}. */
export function seedTexts(path: string): string[] {
  return listItems(path).map((item) => String(item))
}

/**
 * The named texts of every object in a list of the seed, see {@link seedValue}.
 *
 * @returns one array an object, in the order of `names`; a text that an object lacks is an empty string
 */
export function seedRows(path: string, names: readonly string[]): string[][] {
  return listItems(path).map((item) => names.map((name) => String((isObject(item) && item[name]) || '')))
}

/** The text of each Portable Text block of the seed that has one of the styles, see {@link seedValue}. */
export function seedBlocks(path: string, styles: readonly string[] = ['normal', 'h2', 'h3']): string[] {
  return listItems(path).flatMap((block) =>
    isObject(block) && styles.includes(String(block.style)) ? [textOfBlock(block)] : [],
  )
}

function listItems(path: string): unknown[] {
  const value = seedValue(path)
  if (!Array.isArray(value) || value.length === 0) throw new Error(`${path} of the seed has no items.`)
  return value
}

function textOfBlock(block: ContentObject): string {
  const children = Array.isArray(block.children) ? block.children : []
  return children
    .map((child: unknown) => (isObject(child) ? String(child.text) : ''))
    .join('')
    .trim()
}

function stepInto(value: unknown, step: string): unknown {
  if (Array.isArray(value))
    return value.find((item: unknown, index) => (isObject(item) && item._key === step) || `${index}` === step)
  return isObject(value) ? value[step] : undefined
}
