import { type FieldPath, type Fields, walkObjects } from '@/lib/content/checks/walk'
import { fillOfferValues, offerMoney } from '@/lib/content/offerValues'
import { plainText } from '@/lib/content/plainText'

/** A text of a document in which something was found: the way to its field, and the text as visitors read it. */
export type Found = { path: FieldPath; text: string }

/**
 * Finds a text in a document as visitors read it: with the numbers of the offer filled in, paragraphs in one piece
 * whatever is bold in them, and amounts as money.
 *
 * @param term - what is looked for, in any case
 * @param values - the offer's, from `offerValues`
 */
export function findText(document: Fields, term: string, values: Record<string, string>): Found[] {
  const wanted = plain(term)
  if (!wanted) return []
  return [...textsOf(document)]
    .map(({ path, text }) => ({ path, text: fillOfferValues(text, values) }))
    .filter(({ text }) => plain(text).includes(wanted))
}

/** A text without what people do not type: kinds of quotes, of dashes and of spaces, and capitals. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
}

const amounts: ReadonlySet<string> = new Set(['introPrice', 'regularPrice', 'amount'])

function* textsOf(document: Fields): Generator<Found> {
  for (const { value, path } of walkObjects(document)) {
    if (value._type === 'span') continue
    if (value._type === 'block') yield { path, text: plainText([value]) }
    for (const [name, field] of Object.entries(value)) {
      if (name.startsWith('_') || (value._type === 'block' && name !== 'children')) continue
      for (const [index, item] of [field].flat().entries()) {
        const at = Array.isArray(field) ? [...path, name, index] : [...path, name]
        if (typeof item === 'string') yield { path: at, text: item }
        if (typeof item === 'number' && amounts.has(name))
          yield { path: at, text: offerMoney(item, document) }
      }
    }
  }
}
