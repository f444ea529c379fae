import type { ContentDocument } from './documents.ts'
import { changeDocument } from './walk.ts'

const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const accented = 'ÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽåɓçðéƒĝĥîĵķļṁñöþǫŕšţûṽŵẋýž'
const accents = new Map([...plain].map((letter, index) => [letter, [...accented][index] ?? letter]))

const open = '⟦'
const close = '⟧'
const mailDomain = 'pseudo.example'
const dialing = '+00 '

/**
 * Pseudo-localises one string: every Latin letter gets an accent, and brackets mark where the string
 * begins and ends. `{name}` placeholders stay, since the site fills them by name. The empty string stays.
 */
export function pseudoText(text: string): string {
  if (text === '') return text
  const letters = text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1 ? part : [...part].map((letter) => accents.get(letter) ?? letter).join(''),
    )
  return `${open}${letters.join('')}${close}`
}

/**
 * The documents with every human-readable string pseudo-localized. The email and the phone number stay well-formed,
 * and get a domain and a prefix that `isPseudo` recognizes.
 */
export function pseudoLocalise(documents: readonly ContentDocument[]): ContentDocument[] {
  return documents.map((document) =>
    changeDocument(document, (value, field, _name, inside) => {
      if (typeof value !== 'string') return inside()
      if (field.kind === 'text') return pseudoText(value)
      if (field.kind === 'email') return `${value.split('@')[0]}@${mailDomain}`
      if (field.kind === 'phone') return `${dialing}${value.replace(/^\+\d+\s*/, '')}`
      return value
    }),
  )
}

/**
 * Whether a visible or spoken string comes from pseudo-localized content. Outside of brackets there may be no plain
 * Latin letter and no letter of another script: so digits, punctuation, money and accented pieces of a split string
 * pass, and hard-coded words fail. Within brackets there may be plain letters, since formatters fill in dates there.
 * Pieces cut off at one end (a shortened description) count as bracketed up to their end.
 *
 * A phone number consists of digits and passes in any case; `isPseudoPhone` checks whether it is the content's.
 */
export function isPseudo(text: string): boolean {
  const emails = new RegExp(`[\\w.+-]+@${mailDomain.replace('.', '\\.')}`, 'g')
  const outside = outsideOfBrackets(text.replace(emails, ''))
  return [...outside].every((letter) => !/\p{L}/u.test(letter) || accented.includes(letter))
}

/** Whether a phone number is the pseudo-localised one. Spaces don't matter. */
export function isPseudoPhone(text: string): boolean {
  return text.replace(/\s/g, '').startsWith(dialing.trim())
}

function outsideOfBrackets(text: string): string {
  let depth = 0
  let outside = ''
  for (const letter of text) {
    if (letter === open) depth++
    else if (letter === close) {
      if (depth === 0) outside = ''
      else depth--
    } else if (depth === 0) outside += letter
  }
  return outside
}
