import { fillTemplate } from '@/lib/content/text/format'
import { formatOfferValues } from '@/lib/content/text/offerValues'
import { isObject } from './documents.ts'
import { readFilledSeed } from './filledSeed.ts'

const documents = new Map(readFilledSeed().map((document) => [document._id, document]))

/**
 * Returns a value of the seed, with the offer's placeholders filled in, except those for prices and months in the
 * offer's price line and terms.
 *
 * @param path - the document's id and the path in it, such as "homePage/sections/hero/heading"; an array item is
 *   identified by its `_key` or its index
 * @throws when there is no value, so that no test expects a missing value by mistake
 */
export function seedValue(path: string): unknown {
  const [id = '', ...steps] = path.split('/')
  let value: unknown = documents.get(id)
  for (const step of steps) value = getChild(value, step)
  if (value === undefined || value === null) throw new Error(`The seed has no value at ${path}.`)
  return value
}

/** Returns a string from the seed (see {@link seedValue}). */
export function seedText(path: string): string {
  const value = seedValue(path)
  if (typeof value !== 'string' || value === '')
    throw new Error(`The seed has no non-empty string at ${path}.`)
  return value
}

/** Returns the offer's short terms, which are beside most checkout buttons, with placeholders filled in. */
export function seedTerms(): string {
  const offer: object | undefined = documents.get('offer')
  return fillTemplate(seedText('offer/shortTerms'), formatOfferValues(offer))
}

/** Returns a list of strings from the seed (see {@link seedValue}). */
export function seedTexts(path: string): string[] {
  return listItems(path).map((item) => String(item))
}

/**
 * Returns the strings in these fields of each object in a list from the seed (see {@link seedValue}).
 *
 * @returns one array for each object, in the order of `names`; a missing string is empty
 */
export function seedRows(path: string, names: readonly string[]): string[][] {
  return listItems(path).map((item) => names.map((name) => String((isObject(item) && item[name]) || '')))
}

function listItems(path: string): unknown[] {
  const value = seedValue(path)
  if (!Array.isArray(value) || value.length === 0) throw new Error(`The seed has no items at ${path}.`)
  return value
}

function getChild(value: unknown, step: string): unknown {
  if (Array.isArray(value))
    return value.find((item: unknown, index) => (isObject(item) && item._key === step) || `${index}` === step)
  return isObject(value) ? value[step] : undefined
}
