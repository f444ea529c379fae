import { fillOfferValues, formatOfferMoney } from '@/lib/content/text/offerValues'
import { plainText } from '@/lib/content/text/plainText'
import { type FieldPath, type Fields, walkObjects } from '@/studio/checks/walk'

/** A string in a document, with the path of its field. */
type DocumentText = { path: FieldPath; text: string }

/**
 * Finds a search term in a document's strings, including URLs, dates and selected options. Offer placeholders are
 * filled in, paragraphs are plain text, and amounts are formatted as money.
 *
 * @param pattern - the search term's pattern, from {@link createTermPattern}
 * @param values - the offer's values, from `formatOfferValues`
 * @returns the matching strings, with filled-in placeholders
 */
export function findText(document: Fields, pattern: RegExp, values: Record<string, string>): DocumentText[] {
  return [...walkStrings(document)]
    .map(({ path, text }) => ({ path, text: fillOfferValues(text, values) }))
    .filter(({ text }) => text.search(pattern) !== -1)
}

/**
 * Creates a search term's pattern. It ignores case, and matches any kind of quotes, dashes and spaces. Its only
 * group is the whole match, so that `split` also returns the matches.
 *
 * @returns null for a blank term
 */
export function createTermPattern(term: string): RegExp | null {
  const pattern = term
    .trim()
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/['‘’]/g, "['‘’]")
    .replace(/["“”]/g, '["“”]')
    .replace(/[-‐-―]/g, '[-‐-―]')
    .replace(/\s+/g, '\\s+')
  return pattern ? new RegExp(`(${pattern})`, 'giu') : null
}

const amountFields: ReadonlySet<string> = new Set(['introPrice', 'regularPrice', 'amount'])

/** Yields a document's strings (placeholders unfilled), paragraphs as plain text, and formatted amounts. */
function* walkStrings(document: Fields): Generator<DocumentText> {
  for (const { value, path } of walkObjects(document)) {
    if (value._type === 'block') yield { path, text: plainText([value]) }
    if (value._type === 'block' || value._type === 'span') continue
    for (const [name, field] of Object.entries(value)) {
      if (name.startsWith('_')) continue
      for (const [index, item] of [field].flat().entries()) {
        const itemPath = Array.isArray(field) ? [...path, name, index] : [...path, name]
        if (typeof item === 'string') yield { path: itemPath, text: item }
        if (typeof item === 'number' && amountFields.has(name))
          yield { path: itemPath, text: formatOfferMoney(item, document) }
      }
    }
  }
}
