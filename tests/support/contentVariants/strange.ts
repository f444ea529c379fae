import type { ContentDocument } from './documents.ts'
import { changeDocument } from './walk.ts'

const placeholder = /(\{\w+\})/

/** Applies `changeText` to each string that people read. */
function changeTexts(
  documents: readonly ContentDocument[],
  changeText: (text: string) => string,
): ContentDocument[] {
  return documents.map((document) =>
    changeDocument(document, (value, field, _name, changeInner) =>
      field.kind === 'text' && typeof value === 'string' && value !== '' ? changeText(value) : changeInner(),
    ),
  )
}

/** The shortest length of an unbroken word of `insertLongWords`, in characters: wider than a phone's screen. */
export const longWordLength = 90

/**
 * Turns every string that people read into one unbroken word of its own letters and digits, at least `longWordLength`
 * characters long. A string with placeholders gets such words around them. Email addresses get long parts.
 */
export function insertLongWords(documents: readonly ContentDocument[]): ContentDocument[] {
  const joinToLongWord = (part: string): string => {
    const letters = part.replace(/[\s\p{P}\p{S}]/gu, '')
    return letters === '' ? part : letters.repeat(Math.ceil(longWordLength / letters.length))
  }
  const withLongWords = changeTexts(documents, (text) => {
    const words = text
      .split(placeholder)
      .map((part, index) => (index % 2 === 1 ? part : joinToLongWord(part)))
    return words.join('')
  })
  return withLongWords.map((document) =>
    changeDocument(document, (value, field, _name, changeInner) =>
      field.kind === 'email' && typeof value === 'string'
        ? `${'a'.repeat(64)}@${'b'.repeat(60)}.example`
        : changeInner(),
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
 * Replaces the words of texts with Arabic ones or, in every second text, Hebrew ones. Numbers, punctuation and
 * placeholders stay in place, as in real right-to-left texts.
 */
export function makeRightToLeft(documents: readonly ContentDocument[]): ContentDocument[] {
  let stringCount = 0
  return changeTexts(documents, (text) => {
    const words = stringCount++ % 2 === 0 ? arabic : hebrew
    let index = stringCount
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
