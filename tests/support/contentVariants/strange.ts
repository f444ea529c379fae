import type { ContentDocument } from './documents.ts'
import { changeDocument } from './walk.ts'

const placeholder = /(\{\w+\})/

/** The documents with `change` applied to each string that people read; placeholders stay. */
function changeTexts(
  documents: readonly ContentDocument[],
  change: (text: string) => string,
): ContentDocument[] {
  return documents.map((document) =>
    changeDocument(document, (value, field, _name, inside) =>
      field.kind === 'text' && typeof value === 'string' && value !== '' ? change(value) : inside(),
    ),
  )
}

/** The shortest length of an unbroken word of `longWords`, in characters: wider than a phone's screen. */
export const longWordLength = 90

/**
 * The documents with every string as one unbroken word, from the string's own letters, at least `longWordLength`
 * characters long; a string with placeholders has such words around them.
 */
export function longWords(documents: readonly ContentDocument[]): ContentDocument[] {
  const stretch = (part: string): string => {
    const letters = part.replace(/[\s\p{P}\p{S}]/gu, '')
    return letters === '' ? part : letters.repeat(Math.ceil(longWordLength / letters.length))
  }
  const long = changeTexts(documents, (text) => {
    const words = text.split(placeholder).map((part, index) => (index % 2 === 1 ? part : stretch(part)))
    return words.join('')
  })
  return long.map((document) =>
    changeDocument(document, (value, field, _name, inside) =>
      field.kind === 'email' && typeof value === 'string'
        ? `${'a'.repeat(64)}@${'b'.repeat(60)}.example`
        : inside(),
    ),
  )
}

const arabic = [
  'مرحبا',
  'بكم',
  'في',
  'غرفة',
  'التسجيل',
  'حيث',
  'يبدأ',
  'الصوت',
  'قبل',
  'الضوء',
  'بقليل',
  'والحديث',
  'هادئ',
]
const hebrew = [
  'שלום',
  'וברוכים',
  'הבאים',
  'אל',
  'חדר',
  'ההקלטה',
  'שבו',
  'הקול',
  'מתחיל',
  'רגע',
  'לפני',
  'האור',
  'והשיחה',
]

/**
 * The documents in Arabic and Hebrew, in turns, with as many words as the original. Numbers, signs and
 * placeholders stay where they are, as they do in real right-to-left copy.
 */
export function rightToLeft(documents: readonly ContentDocument[]): ContentDocument[] {
  let strings = 0
  return changeTexts(documents, (text) => {
    const words = strings++ % 2 === 0 ? arabic : hebrew
    let index = strings
    return text
      .split(placeholder)
      .map((part, position) =>
        position % 2 === 1
          ? part
          : part.replace(/[\p{L}\p{M}'’]+/gu, () => words[index++ % words.length] ?? ''),
      )
      .join('')
  })
}
