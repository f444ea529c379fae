import { IdIndex } from './indexes.ts'

/** How many letters an entry has. */
const LENGTH = 3
/** What entries are made of. Of other letters upper and lower case are not told apart in the same way everywhere. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789_'
const RUN = new RegExp(`[${LETTERS}]+`, 'g')
/** Longer words have no entries. Characters. */
const MAX_WORD = 200
/** When there are so many entries, further words have none: about 30 MB. */
const MAX_ENTRIES = 1_000_000

/** Three letters from every place in a word, and where a run of letters ends the last two and the last one. */
function piecesOf(word: string): Set<string> {
  const pieces = new Set<string>()
  for (const [run] of word.matchAll(RUN)) {
    for (let start = 0; start < run.length; start++) pieces.add(run.slice(start, start + LENGTH))
  }
  return pieces
}

/** Words in lower case by what stands anywhere in them: every three letters of a word lead to it. */
export class WordParts {
  private readonly words = new IdIndex()
  private readonly limit: number
  private entries = 0
  /** Words without entries, which are looked at one by one. */
  private readonly others = new Set<string>()

  /** `limit` is how many entries there may be. */
  constructor(limit = MAX_ENTRIES) {
    this.limit = limit
  }

  /** Takes up a word, which must not be there yet. */
  add(word: string): void {
    if (word.length > MAX_WORD || this.entries >= this.limit) {
      this.others.add(word)
      return
    }
    const pieces = piecesOf(word)
    for (const piece of pieces) this.words.add(piece, word)
    this.entries += pieces.size
  }

  /** Forgets a word that was taken up. */
  remove(word: string): void {
    if (this.others.delete(word)) return
    const pieces = piecesOf(word)
    for (const piece of pieces) this.words.remove(piece, word)
    this.entries -= pieces.size
  }

  /** The words under the piece that has the fewest. */
  private under(pieces: readonly string[]): Iterable<string> {
    const sets = pieces.map((piece) => this.words.get(piece) ?? new Set<string>())
    return sets.sort((a, b) => a.size - b.size)[0] ?? []
  }

  /** The words under all pieces that begin with these letters. */
  private *beneath(start: string): Generator<string, void> {
    yield* this.words.get(start) ?? []
    if (start.length === LENGTH) return
    for (const letter of LETTERS) yield* this.beneath(start + letter)
  }

  /** The words that end with a text of `LETTERS`. */
  endingWith(end: string): string[] {
    return [...this.under([...piecesOf(end)]), ...this.others].filter((word) => word.endsWith(end))
  }

  /** The words in which a text of `LETTERS` stands. */
  containing(part: string): string[] {
    const whole = [...piecesOf(part)].filter((piece) => piece.length === LENGTH)
    const found = whole.length > 0 ? this.under(whole) : new Set(this.beneath(part))
    return [...found, ...this.others].filter((word) => word.includes(part))
  }
}
