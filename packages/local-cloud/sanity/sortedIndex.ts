import { delegate, totalCompare } from './compare.ts'
import type { SanityDocument } from './types.ts'
import { valueAt } from './values.ts'

/** What puts documents in order: the value at a path of attributes, or what a function makes of it. */
export type OrderKey = { path: readonly string[]; by: 'lower' | 'dateTime' | null }

/** A document with the value that says where it stands. */
export type Ranked = { document: SanityDocument; value: unknown }

type Entry = Ranked & { id: string }

/**
 * The documents of each type in the order of one key, as `order()` puts them: those with the same value by id, what
 * can't be compared last (https://sanity-io.github.io/GROQ/, Pipe functions).
 */
export class SortedIndex {
  private readonly key: OrderKey
  private readonly idOf: (id: string) => string
  private readonly types = new Map<string, Entry[]>()

  /** Takes up `documents`. `idOf` makes the id that decides between the same values of the stored one. */
  constructor(key: OrderKey, idOf: (id: string) => string, documents: Iterable<SanityDocument>) {
    this.key = key
    this.idOf = idOf
    for (const document of documents) this.entriesOf(document._type).push(this.entryOf(document))
    for (const entries of this.types.values()) entries.sort(compareEntries)
  }

  private entriesOf(type: string): Entry[] {
    let entries = this.types.get(type)
    if (!entries) {
      entries = []
      this.types.set(type, entries)
    }
    return entries
  }

  private entryOf(document: SanityDocument): Entry {
    const id = this.idOf(document._id)
    const { path, by } = this.key
    const found = path.length === 1 && path[0] === '_id' ? id : valueAt(document, path)
    const value = found ?? null
    if (by === null) return { document, id, value }
    const args = [{ type: 'Value', value }]
    return { document, id, value: delegate({ type: 'FuncCall', namespace: 'global', name: by, args }) }
  }

  /** Takes up a document. */
  put(document: SanityDocument): void {
    const entries = this.entriesOf(document._type)
    const entry = this.entryOf(document)
    entries.splice(placeOf(entries, entry), 0, entry)
  }

  /** Forgets a document as it was put. */
  remove(document: SanityDocument): void {
    const entries = this.entriesOf(document._type)
    let place = placeOf(entries, this.entryOf(document))
    // A draft stands beside its published document where both go by one id.
    while (place < entries.length && entries[place]?.document !== document) place++
    entries.splice(place, 1)
  }

  /** The documents of these types, or of all (null); from last to first, those with the same value are by id too. */
  *walk(types: readonly string[] | null, descending: boolean): Generator<Ranked, void> {
    const names = types === null ? [...this.types.keys()] : [...new Set(types)]
    const heads = names.map((name) => (descending ? backwards : forwards)(this.types.get(name) ?? []))
    const compare = descending ? compareBackwards : compareEntries
    const waiting = heads.map((head) => head.next().value)
    while (true) {
      let first = -1
      for (const [index, entry] of waiting.entries()) {
        const best = waiting[first]
        if (entry && (!best || compare(entry, best) < 0)) first = index
      }
      const entry = waiting[first]
      if (!entry) return
      yield entry
      waiting[first] = heads[first]?.next().value
    }
  }
}

function compareIds(a: Entry, b: Entry): number {
  return a.id < b.id ? -1 : Number(a.id > b.id)
}

function compareEntries(a: Entry, b: Entry): number {
  return totalCompare(a.value, b.value) || compareIds(a, b)
}

function compareBackwards(a: Entry, b: Entry): number {
  return totalCompare(b.value, a.value) || compareIds(a, b)
}

/** The first place that isn't before this one. */
function placeOf(entries: readonly Entry[], { value, id }: { value: unknown; id: string }): number {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = entries[middle]
    if (other && (totalCompare(other.value, value) || (other.id < id ? -1 : 0)) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function* forwards(entries: readonly Entry[]): Generator<Entry, undefined> {
  yield* entries
}

function* backwards(entries: readonly Entry[]): Generator<Entry, undefined> {
  for (let end = entries.length; end > 0; ) {
    const start = placeOf(entries, { value: entries[end - 1]?.value, id: '' })
    for (let place = start; place < end; place++) {
      const entry = entries[place]
      if (entry) yield entry
    }
    end = start
  }
}
