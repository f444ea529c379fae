import type { ContentDocument } from './documents.ts'
import { changeDocument } from './walk.ts'

const plainLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accentedLetters = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåɓçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž'
const accents = new Map(
  [...plainLetters].map((letter, index) => [letter, [...accentedLetters][index] ?? letter]),
)

const openBracket = '⟦'
const closeBracket = '⟧'
const mailDomain = 'pseudo.example'
const phonePrefix = '+00 '

/**
 * Pseudo-localizes a string: every Latin letter gets an accent, and brackets enclose the string. `{name}` placeholders
 * and empty strings do not change.
 */
export function pseudoText(text: string): string {
  if (text === '') return text
  const letters = text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1 ? part : [...part].map((letter) => accents.get(letter) ?? letter).join(''),
    )
  return `${openBracket}${letters.join('')}${closeBracket}`
}

/**
 * Pseudo-localizes every human-readable string of documents. Emails and phone numbers stay well-formed, and get
 * a domain and a prefix that `isPseudo` and `isPseudoPhone` recognize.
 */
export function pseudoLocalize(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.map((document) =>
    changeDocument(document, (value, field, _name, changeInner) => {
      if (typeof value !== 'string') return changeInner()
      if (field.kind === 'text') return pseudoText(value)
      if (field.kind === 'email') return `${value.split('@')[0]}@${mailDomain}`
      if (field.kind === 'phone') return `${phonePrefix}${value.replace(/^\+\d+\s*/, '')}`
      return value
    }),
  )
}

/**
 * Whether a visible or spoken string comes from pseudo-localized content. Outside of brackets it allows no plain Latin
 * letter and no letter of another script. Digits, punctuation and accented parts of a split string pass; hardcoded words
 * fail. Within brackets, plain letters are allowed, since formatters insert dates there. A string that was cut off at
 * one end counts as bracketed up to that end.
 *
 * A phone number consists of digits and passes in any case; `isPseudoPhone` checks whether it is the content's.
 */
export function isPseudo(text: string): boolean {
  const emails = new RegExp(`[\\w.+-]+@${mailDomain.replace('.', '\\.')}`, 'g')
  const outside = extractTextOutsideBrackets(text.replace(emails, ''))
  return [...outside].every((letter) => !/\p{L}/u.test(letter) || accentedLetters.includes(letter))
}

/** Whether a phone number is pseudo-localized. Ignores spaces. */
export function isPseudoPhone(text: string): boolean {
  return text.replace(/\s/g, '').startsWith(phonePrefix.trim())
}

function extractTextOutsideBrackets(text: string): string {
  let depth = 0
  let outside = ''
  for (const letter of text) {
    if (letter === openBracket) depth++
    else if (letter === closeBracket) {
      if (depth === 0) outside = ''
      else depth--
    } else if (depth === 0) outside += letter
  }
  return outside
}
