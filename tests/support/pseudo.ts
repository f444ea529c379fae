import { changeStrings } from './contentTexts.ts'
import type { ContentDocument } from './documents.ts'

const plainLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accentedLetters = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåɓçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž'
const mailDomain = 'pseudo.example'
const phonePrefix = '+00 '

/**
 * Pseudo-localizes a string: every Latin letter gets an accent, and brackets enclose the string. `{name}` placeholders
 * and empty strings do not change.
 */
export function pseudoText(text: string): string {
  if (text === '') return text
  const letters = text.replace(
    /\{\w+\}|[a-z]/gi,
    (found) => [...accentedLetters][plainLetters.indexOf(found)] ?? found,
  )
  return `⟦${letters}⟧`
}

/**
 * Pseudo-localizes every human-readable string in documents. Emails get a domain that
 * `isPseudo` recognizes, and phone numbers a prefix; both stay well-formed.
 */
export function pseudoLocalize(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.map((document) => ({
    ...Object(
      changeStrings(document, (text, kind) => {
        if (kind === 'text') return pseudoText(text)
        if (kind === 'email') return `${text.split('@')[0]}@${mailDomain}`
        return kind === 'phone' ? `${phonePrefix}${text.replace(/^\+\d+\s*/, '')}` : text
      }),
    ),
    _id: document._id,
    _type: document._type,
  }))
}

/**
 * Whether a visible or spoken string comes from pseudo-localized content. Outside brackets, it must have no plain Latin
 * letter and no letter of another script. Digits, punctuation and accented parts of a split string pass; hardcoded words
 * fail. Within brackets, plain letters are allowed, since formatters insert dates there. A string that was cut off at
 * one end counts as bracketed up to that end.
 */
export function isPseudo(text: string): boolean {
  let depth = 0
  let outside = ''
  for (const letter of text.replaceAll(/[\w.+-]+@pseudo\.example/g, '')) {
    if (letter === '⟦') depth += 1
    else if (letter !== '⟧') outside += depth === 0 ? letter : ''
    else if (depth > 0) depth -= 1
    else outside = ''
  }
  return [...outside].every((letter) => !/\p{L}/u.test(letter) || accentedLetters.includes(letter))
}
