import { publishedIdOf } from './ids.ts'
import { matchWords } from './match.ts'
import { foldText, type TextQuery, wordsOf } from './textQuery.ts'
import type { SanityDocument } from './types.ts'

/** The text of all spans of a block, as `pt::text` joins them: a word may begin in one and end in the next. */
function joinedSpans(value: object): string | null {
  if (!('children' in value) || !Array.isArray(value.children) || value.children.length < 2) return null
  const texts: unknown[] = value.children.map((child: unknown) =>
    typeof child === 'object' && child !== null && 'text' in child ? child.text : '',
  )
  return texts.filter((text) => typeof text === 'string').join('')
}

function addWords(text: string, words: Set<string>): void {
  for (const word of wordsOf(text)) words.add(word)
  // `match` divides texts in another way than `text::query`: both find their words here.
  for (const word of matchWords(text)) words.add(foldText(word))
}

function collect(value: unknown, words: Set<string>): void {
  if (typeof value === 'string') addWords(value, words)
  else if (typeof value === 'object' && value !== null) {
    const joined = joinedSpans(value)
    if (joined !== null) addWords(joined, words)
    for (const item of Object.values(value)) collect(item, words)
  }
}

/** The words of a document, with those of the id that perspectives show it under. */
function wordsOfDocument(document: SanityDocument): Set<string> {
  const words = new Set<string>()
  collect(document, words)
  addWords(publishedIdOf(document._id), words)
  return words
}

/** The first place in a sorted list that isn't before a value. */
function placeIn<Value extends string | number>(list: readonly Value[], value: Value): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other !== undefined && other < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Documents by the words that stand anywhere in them. Documents have numbers, since there are as many entries as there are
 * words: lists of numbers take a tenth of what sets of ids would.
 */
export class TextIndex {
  private readonly lists = new Map<string, number[]>()
  private readonly numbers = new Map<string, number>()
  private readonly ids: string[] = []
  private vocabulary: string[] | undefined

  /** Takes up a document. */
  put(document: SanityDocument): void {
    let number = this.numbers.get(document._id)
    if (number === undefined) {
      number = this.ids.push(document._id) - 1
      this.numbers.set(document._id, number)
    }
    for (const word of wordsOfDocument(document)) {
      const list = this.lists.get(word)
      if (!list) {
        this.lists.set(word, [number])
        this.vocabulary = undefined
      } else list.splice(placeIn(list, number), 0, number)
    }
  }

  /** Forgets a document as it was put. */
  remove(document: SanityDocument): void {
    const number = this.numbers.get(document._id)
    if (number === undefined) return
    for (const word of wordsOfDocument(document)) {
      const list = this.lists.get(word)
      const place: number = list ? placeIn(list, number) : 0
      if (!list || list[place] !== number) continue
      list.splice(place, 1)
      if (list.length > 0) continue
      this.lists.delete(word)
      this.vocabulary = undefined
    }
  }

  private withPrefix(prefix: string): Set<number> {
    this.vocabulary ??= [...this.lists.keys()].sort()
    const { vocabulary } = this
    const found = new Set<number>()
    for (let place = placeIn(vocabulary, prefix); vocabulary[place]?.startsWith(prefix); place++) {
      const word = vocabulary[place] ?? ''
      for (const number of this.lists.get(word) ?? []) found.add(number)
    }
    return found
  }

  private withPart(part: string): Set<number> {
    const found = new Set<number>()
    for (const [word, list] of this.lists)
      if (word.includes(part)) for (const number of list) found.add(number)
    return found
  }

  private idsOf(sets: Iterable<number>[]): Set<string> {
    const [first = [], ...others] = sets.map((set) => new Set(set)).sort((a, b) => a.size - b.size)
    const found = new Set<string>()
    for (const number of first) {
      const id = others.every((set) => set.has(number)) ? this.ids[number] : undefined
      if (id !== undefined) found.add(id)
    }
    return found
  }

  /** Documents that a search can find; null for one that asks for no word, which finds every document. */
  find({ terms }: TextQuery): Set<string> | null {
    const sets: Iterable<number>[] = []
    for (const { words, prefix, negated } of terms) {
      if (negated) continue
      for (const [index, word] of words.entries()) {
        const isPrefix = prefix && index === words.length - 1
        sets.push(isPrefix ? this.withPrefix(word) : (this.lists.get(word) ?? []))
      }
    }
    return sets.length === 0 ? null : this.idsOf(sets)
  }

  /**
   * Documents in which the terms of a `match` pattern can be found, given as what stands between their stars; null when
   * they may be found anywhere.
   */
  findParts(terms: readonly (readonly string[])[]): Set<string> | null {
    const sets: Iterable<number>[] = []
    for (const parts of terms) {
      const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '')
      // Of other letters upper and lower case are not told apart in the same way everywhere.
      if (!/^[a-z0-9_]+$/i.test(parts.join('')) || longest === '') continue
      const [first = ''] = parts.map((part) => part.toLowerCase())
      if (parts.length === 1) sets.push(this.lists.get(first) ?? [])
      else sets.push(first === '' ? this.withPart(longest.toLowerCase()) : this.withPrefix(first))
    }
    return sets.length === 0 ? null : this.idsOf(sets)
  }
}
