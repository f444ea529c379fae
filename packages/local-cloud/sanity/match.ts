/** What separates words, and in a pattern leaves its stars: groq-js's rules, which the GROQ specification leaves open. */
const WORD = /([^!@#$%^&*(),\\/?";:{}|[\]+<>\s-])+/g
const TERM = /([^!@#$%^&(),\\/?";:{}|[\]+<>\s-])+/g
const DOTS_AT_EDGES = /(\b\.+|\.+\b)/g
/** Of longer ones the rest doesn't count (https://www.sanity.io/docs/content-lake/technical-limits). Characters. */
const MAX_TERM = 1024

/** A term of a pattern: what stands between its stars, in the form that ignores upper and lower case. */
type Term = { parts: string[] }

function canonicalCharacter(character: string): string {
  const upper = character.toUpperCase()
  const leavesAscii = character > '\u007f' && upper <= '\u007f'
  return upper.length === 1 && !leavesAscii ? upper : character
}

// What case-insensitive regular expressions compare: the upper case of each character that has one of a single character.
function canonical(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toUpperCase()
  return text.split('').map(canonicalCharacter).join('')
}

function termsOf(pattern: string): Term[] {
  const terms = pattern.replace(DOTS_AT_EDGES, '').match(TERM) ?? []
  return terms.map((term) => ({ parts: canonical(term.slice(0, MAX_TERM)).split('*') }))
}

/** Whether `part` stands in `word` at `start`; a dot in it stands for any character. */
function standsAt(word: string, part: string, start: number): boolean {
  if (start < 0 || start + part.length > word.length) return false
  if (!part.includes('.')) return word.startsWith(part, start)
  for (let index = 0; index < part.length; index++) {
    if (part[index] !== '.' && part[index] !== word[start + index]) return false
  }
  return true
}

function placeOf(word: string, part: string, from: number): number {
  if (!part.includes('.')) return word.indexOf(part, from)
  for (let start = from; start + part.length <= word.length; start++) {
    if (standsAt(word, part, start)) return start
  }
  return -1
}

// Each part is taken where it comes first: that leaves the most for the next, so that nothing needs to be tried twice.
function fits(word: string, { parts }: Term): boolean {
  const [first = '', ...others] = parts
  const last = others.pop()
  if (last === undefined) return word.length === first.length && standsAt(word, first, 0)
  if (!standsAt(word, first, 0)) return false
  let place = first.length
  for (const part of others) {
    const found = placeOf(word, part, place)
    if (found < 0) return false
    place = found + part.length
  }
  return place + last.length <= word.length && standsAt(word, last, word.length - last.length)
}

/** The words of a text as `match` sees them. */
export function matchWords(text: string): string[] {
  return text.replace(DOTS_AT_EDGES, '').match(WORD) ?? []
}

/** The texts of a value, and whether there is nothing else: a text, or an array; null for anything else. Counts their length. */
function textsOf(value: unknown): { texts: string[]; only: boolean } | null {
  const items: unknown = typeof value === 'string' ? [value] : value
  if (!Array.isArray(items)) return null
  const texts = items.filter((item) => typeof item === 'string')
  return { texts, only: texts.length === items.length }
}

let latest: { pattern: unknown; terms: Term[] } | undefined

/** The terms of a pattern; null for one that matches nothing, whatever the text. One pattern is asked of many texts. */
function patternTerms(pattern: unknown): Term[] | null {
  if (latest === undefined || latest.pattern !== pattern) {
    const given = textsOf(pattern)
    latest = { pattern, terms: given?.only ? given.texts.flatMap(termsOf) : [] }
  }
  return latest.terms.length > 0 ? latest.terms : null
}

/** The terms of a pattern, each as what stands between its stars, in upper case; null for one that matches nothing. */
export function patternParts(pattern: unknown): string[][] | null {
  return patternTerms(pattern)?.map(({ parts }) => parts) ?? null
}

function wordsOf(value: unknown): string[] {
  return textsOf(value)?.texts.flatMap((text) => matchWords(text).map(canonical)) ?? []
}

/**
 * `value match pattern` (https://sanity-io.github.io/GROQ/, Match operator): whether each term of a pattern, with `*` for
 * any characters, is a word of a text, or of one of an array of texts. Takes time in proportion to the text and the number of
 * terms
 */
export function matchesPattern(value: unknown, pattern: unknown): boolean {
  const terms = patternTerms(pattern)
  const words = terms && wordsOf(value)
  if (!terms || !words || words.length === 0) return false
  return terms.every((term) => words.some((word) => fits(word, term)))
}

/** How often each term of a pattern is found in a value; null when it is no pattern, or there is no word. */
export function countTerms(value: unknown, pattern: unknown): number[] | null {
  const terms = patternTerms(pattern)
  const words = terms && wordsOf(value)
  if (!terms || !words || words.length === 0) return null
  return terms.map((term) => words.filter((word) => fits(word, term)).length)
}
