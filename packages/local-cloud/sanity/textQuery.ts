const WORD = /[\p{L}\p{N}_]+(?:['.-][\p{L}\p{N}_]+)*/gu

/** A text in lower case without accents. */
function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** The words of a text, folded to lower case without accents. */
function wordsOf(text: string): string[] {
  return foldText(text).match(WORD) ?? []
}

type Term = { words: string[]; prefix: boolean; negated: boolean }

/**
 * A search as `text::query()` reads it (https://www.sanity.io/docs/specifications/groq-functions, text): all terms must
 * be found, `"…"` is a phrase, a trailing `*` a prefix, a leading `-` excludes. A bare `*` finds everything.
 */
export class TextQuery {
  readonly terms: Term[]

  constructor(query: string) {
    this.terms = [...query.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)]
      .map(([, minus, phrase, word = '']) => ({
        words: wordsOf(phrase ?? word),
        prefix: phrase === undefined && word.endsWith('*'),
        negated: minus === '-',
      }))
      .filter((term) => term.words.length > 0)
  }
}

/** The words of every text in a value, however deep, text by text. */
function wordsIn(value: unknown): string[][] {
  if (typeof value === 'string') return [wordsOf(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(wordsIn)
}

function countIn(words: string[], { words: term, prefix }: Term): number {
  let count = 0
  const [only] = term
  if (only !== undefined && term.length === 1) {
    for (const word of words) if (prefix ? word.startsWith(only) : word === only) count++
    return count
  }
  for (let start = 0; start + term.length <= words.length; start++) {
    const found = term.every((wanted, offset) => {
      const word = words[start + offset] ?? ''
      const last = offset === term.length - 1
      return prefix && last ? word.startsWith(wanted) : word === wanted
    })
    if (found) count++
  }
  return count
}

/** How often each wanted term is found in a value's texts; null when one is missing or an excluded one is there. */
function termCounts(value: unknown, query: TextQuery): number[] | null {
  if (query.terms.length === 0) return []
  const texts = wordsIn(value)
  const counts: number[] = []
  for (const term of query.terms) {
    const count = texts.reduce((sum, words) => sum + countIn(words, term), 0)
    if (term.negated === count > 0) return null
    if (!term.negated) counts.push(count)
  }
  return counts
}

/** Whether a search finds something in a value. */
export function matchesTextQuery(value: unknown, query: TextQuery): boolean {
  return termCounts(value, query) !== null
}

/** How well a search fits a value, for `score()`: 0 when it doesn't, else rising with how often terms are found. */
export function scoreTextQuery(value: unknown, query: TextQuery): number {
  const counts = termCounts(value, query)
  if (!counts) return 0
  return counts.length === 0 ? 1 : counts.reduce((sum, count) => sum + saturate(count), 0)
}

// BM25's term frequency part: more hits count more, but ever less so.
function saturate(count: number): number {
  return (count * 2.2) / (count + 1.2)
}
