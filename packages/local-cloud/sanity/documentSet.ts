import { publishedIdOf } from './ids.ts'
import { FieldIndex, IdIndex, TextIndex } from './indexes.ts'
import { referencedIds } from './references.ts'
import { type OrderKey, type Ranked, SortedIndex } from './sortedIndex.ts'
import type { TextQuery } from './textQuery.ts'
import type { SanityDocument } from './types.ts'

/** Which documents are wanted in which order: those of some types, or of all (null). */
export type DocumentOrder = { key: OrderKey; types: readonly string[] | null; descending: boolean }

/** The id that decides between documents with the same value: the stored one, or the published one behind it. */
export type TieBreak = 'stored' | 'published'

const NOTHING: ReadonlySet<string> = new Set()

/** More of a kind would cost every write more than they spare queries. */
const MAX_INDEXES = 16

/** Documents in memory, with indexes that are made with the first question and kept in step from then on. */
export class DocumentSet {
  private readonly documents = new Map<string, SanityDocument>()
  private readonly idsByType = new IdIndex()
  private readonly referrers = new IdIndex()
  private readonly fields = new Map<string, FieldIndex>()
  private readonly orders = new Map<string, SortedIndex>()
  private words: TextIndex | undefined

  /** The document of exactly this id (drafts and versions have ids of their own). */
  get(id: string): SanityDocument | undefined {
    return this.documents.get(id)
  }

  /** Every document, drafts and versions included. */
  all(): Iterable<SanityDocument> {
    return this.documents.values()
  }

  /** How many documents there are. */
  get size(): number {
    return this.documents.size
  }

  /** The ids of all documents of a type. */
  idsOfType(type: string): ReadonlySet<string> {
    return this.idsByType.get(type) ?? NOTHING
  }

  /** All types that have a document. */
  types(): Iterable<string> {
    return this.idsByType.keys()
  }

  /** The ids of documents that hold a reference, strong or weak, to `id`. */
  referrersOf(id: string): ReadonlySet<string> {
    return this.referrers.get(id) ?? NOTHING
  }

  /** The ids of documents that have one of these texts at a path of attributes; undefined when that isn't indexed. */
  idsWithText(path: readonly string[], texts: readonly string[]): ReadonlySet<string> | undefined {
    const name = JSON.stringify(path)
    let index = this.fields.get(name)
    if (!index) {
      if (this.fields.size >= MAX_INDEXES) return undefined
      index = new FieldIndex(path)
      for (const document of this.documents.values()) index.put(document)
      this.fields.set(name, index)
    }
    return index.find(texts)
  }

  /** The ids of documents that a search can find anywhere in them; null when it asks for no word. */
  idsWithWords(query: TextQuery): ReadonlySet<string> | null {
    if (query.terms.every(({ negated }) => negated)) return null
    if (!this.words) {
      this.words = new TextIndex()
      for (const document of this.documents.values()) this.words.put(document)
    }
    return this.words.find(query)
  }

  /** Documents in an order, one after the other as they are asked for; undefined when that isn't indexed. */
  inOrder(order: DocumentOrder, ties: TieBreak = 'stored'): Iterable<Ranked> | undefined {
    const { key, types, descending } = order
    const name = JSON.stringify([ties, key])
    let index = this.orders.get(name)
    if (!index) {
      if (this.orders.size >= MAX_INDEXES) return undefined
      const idOf = ties === 'published' ? publishedIdOf : (id: string) => id
      index = new SortedIndex(key, idOf, this.documents.values())
      this.orders.set(name, index)
    }
    return index.walk(types, descending)
  }

  /** Takes up a document, which must not be there yet. */
  protected put(document: SanityDocument): void {
    const { _id } = document
    this.documents.set(_id, document)
    this.idsByType.add(document._type, _id)
    for (const target of referencedIds(document)) this.referrers.add(target, _id)
    for (const index of this.fields.values()) index.put(document)
    for (const index of this.orders.values()) index.put(document)
    this.words?.put(document)
  }

  /** Forgets the document of an id, if there is one. */
  protected remove(id: string): void {
    const document = this.documents.get(id)
    if (!document) return
    this.documents.delete(id)
    this.idsByType.remove(document._type, id)
    for (const target of referencedIds(document)) this.referrers.remove(target, id)
    for (const index of this.fields.values()) index.remove(document)
    for (const index of this.orders.values()) index.remove(document)
    this.words?.remove(document)
  }

  /** Forgets every document. */
  protected removeAll(): void {
    this.documents.clear()
    this.idsByType.clear()
    this.referrers.clear()
    this.fields.clear()
    this.orders.clear()
    this.words = undefined
  }
}
