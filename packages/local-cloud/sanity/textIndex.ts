import { publishedIdOf } from './ids.ts'
import type { FoundIds } from './indexes.ts'
import { matchWords } from './match.ts'
import { foldText, type TextQuery, wordsOf } from './textQuery.ts'
import type { SanityDocument } from './types.ts'
import { placeIn, WordList } from './wordList.ts'
import { WordParts } from './wordParts.ts'

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

/** Numbers of documents, in lists that may have some in common. */
type Lists = readonly (readonly number[])[]

/**
 * Documents by the words that stand anywhere in them. Documents have numbers, since there are as many entries as there are
 * words: lists of numbers take a tenth of what sets of ids would.
 */
export class TextIndex {
  private readonly lists = new Map<string, number[]>()
  private readonly numbers = new Map<string, number>()
  private readonly ids: string[] = []
  private forwards: WordList | undefined
  private readonly parts = new WordParts()

  /** Takes up a document. */
  put(document: SanityDocument): void {
    let number = this.numbers.get(document._id)
    if (number === undefined) {
      number = this.ids.push(document._id) - 1
      this.numbers.set(document._id, number)
    }
    for (const word of wordsOfDocument(document)) {
      const list = this.lists.get(word)
      if (list) {
        list.splice(placeIn(list, number), 0, number)
        continue
      }
      this.lists.set(word, [number])
      this.forwards?.add(word)
      this.parts.add(word)
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
      this.parts.remove(word)
    }
  }

  private listsOf(words: readonly string[]): Lists {
    return words.map((word) => this.lists.get(word) ?? [])
  }

  private withPrefix(prefix: string): Lists {
    if (!this.forwards || this.forwards.isOutdated) this.forwards = new WordList(this.lists.keys())
    return this.listsOf(this.forwards.startingWith(prefix))
  }

  /** The documents that are in any list of each term. */
  private inAll(terms: readonly Lists[]): FoundIds {
    const { ids } = this
    const ordered = terms
      .map((lists) => ({ lists, size: lists.reduce((sum, { length }) => sum + length, 0) }))
      .sort((a, b) => a.size - b.size)
    return {
      size: ordered[0]?.size ?? 0,
      *[Symbol.iterator]() {
        const [first = [], ...others] = ordered.map(({ lists }) => new Set(lists.flat()))
        for (const number of first) {
          const id = others.every((set) => set.has(number)) ? ids[number] : undefined
          if (id !== undefined) yield id
        }
      },
    }
  }

  /** Documents that a search can find; null for one that asks for no word, which finds every document. */
  find({ terms }: TextQuery): FoundIds | null {
    const found: Lists[] = []
    for (const { words, prefix, negated } of terms) {
      if (negated) continue
      for (const [index, word] of words.entries()) {
        const isPrefix = prefix && index === words.length - 1
        found.push(isPrefix ? this.withPrefix(word) : this.listsOf([word]))
      }
    }
    return found.length === 0 ? null : this.inAll(found)
  }

  /**
   * Documents in which the terms of a `match` pattern can be found, given as what stands between their stars; null when
   * they may be found anywhere.
   */
  findParts(terms: readonly (readonly string[])[]): FoundIds | null {
    const found: Lists[] = []
    for (const term of terms) {
      // Of other letters upper and lower case are not told apart in the same way everywhere.
      if (!/^[a-z0-9_]+$/i.test(term.join(''))) continue
      const parts = term.map((part) => part.toLowerCase())
      const [first = '', ...others] = parts
      const longest = parts.reduce((best, part) => (part.length > best.length ? part : best))
      if (others.length === 0) found.push(this.listsOf([first]))
      else if (longest === first) found.push(this.withPrefix(first))
      else if (longest === others.at(-1)) found.push(this.listsOf(this.parts.endingWith(longest)))
      else found.push(this.listsOf(this.parts.containing(longest)))
    }
    return found.length === 0 ? null : this.inAll(found)
  }
}
