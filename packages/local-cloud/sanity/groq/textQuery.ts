const WORD = /[\p{L}\p{N}_]+(?:['.-][\p{L}\p{N}_]+)*/gu

/** The words of a string, in lowercase and without accents. */
function splitWords(text: string): string[] {
  const normalized = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  return normalized.match(WORD) ?? []
}

type Term = { words: string[]; isPrefix: boolean; isExcluded: boolean }

/**
 * A `text::query()` (https://www.sanity.io/docs/specifications/groq-functions, text). All terms must match: `"…"` is a
 * phrase, a trailing `*` matches a prefix, a leading `-` excludes a term. A bare `*` matches everything.
 */
export class TextQuery {
  readonly terms: Term[]

  constructor(query: string) {
    this.terms = [...query.matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)]
      .map(([, minus, phrase, word = '']) => ({
        words: splitWords(phrase ?? word),
        isPrefix: phrase === undefined && word.endsWith('*'),
        isExcluded: minus === '-',
      }))
      .filter((term) => term.words.length > 0)
  }
}

function collectWords(value: unknown): string[][] {
  if (typeof value === 'string') return [splitWords(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(collectWords)
}

function countMatches(words: string[], { words: term, isPrefix }: Term): number {
  let count = 0
  for (let start = 0; start + term.length <= words.length; start++) {
    const isMatch = term.every((termWord, offset) => {
      const word = words[start + offset] ?? ''
      return isPrefix && offset === term.length - 1 ? word.startsWith(termWord) : word === termWord
    })
    if (isMatch) count++
  }
  return count
}

/** Counts the matches of each required term. Null when a required term has none, or an excluded term has one. */
function countTermMatches(value: unknown, query: TextQuery): number[] | null {
  const texts = collectWords(value)
  const counts: number[] = []
  for (const term of query.terms) {
    const count = texts.reduce((sum, words) => sum + countMatches(words, term), 0)
    if (term.isExcluded === count > 0) return null
    if (!term.isExcluded) counts.push(count)
  }
  return counts
}

/** Whether a text query matches a value. */
export function matchesTextQuery(value: unknown, query: TextQuery): boolean {
  return countTermMatches(value, query) !== null
}

/**
 * The relevance of a value for `score()`: 0 without a match, 1 for a query without required terms, otherwise the sum of
 * the terms' frequencies as BM25 weights them (k1 = 1.2).
 */
export function scoreTextQuery(value: unknown, query: TextQuery): number {
  const counts = countTermMatches(value, query)
  if (!counts) return 0
  return counts.length === 0 ? 1 : counts.reduce((sum, count) => sum + (count * 2.2) / (count + 1.2), 0)
}
