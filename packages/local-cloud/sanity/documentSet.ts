import { isDraftId, isPublicId, isVersionId, publishedIdOf, releaseOf } from './ids.ts'
import { FieldIndex, type FoundIds, IdIndex } from './indexes.ts'
import { referencedIds } from './references.ts'
import { type OrderKey, type Ranked, SortedIndex } from './sortedIndex.ts'
import { TextIndex } from './textIndex.ts'
import type { TextQuery } from './textQuery.ts'
import type { SanityDocument } from './types.ts'

/** Which documents are wanted in which order: those of some types, or of all (null). */
export type DocumentOrder = { key: OrderKey; types: readonly string[] | null; descending: boolean }

/** The id that decides between documents with the same value: the stored one, or the published one behind it. */
export type TieBreak = 'stored' | 'published'

const NOTHING: ReadonlySet<string> = new Set()

/** More of a kind would cost every write more than they spare queries. */
const MAX_INDEXES = 16

/** So many documents are taken into the index of words in one go. */
const FIRST_PART = 200

/** A document that came into the set, or left it. */
type WordChange = { put: SanityDocument } | { remove: SanityDocument }

/** Documents in memory, with indexes that are made with the first question and kept in step from then on. */
export class DocumentSet {
  private readonly documents = new Map<string, SanityDocument>()
  private readonly idsByType = new IdIndex()
  private readonly referrers = new IdIndex()
  private readonly fields = new Map<string, FieldIndex>()
  private readonly orders = new Map<string, SortedIndex>()
  private readonly published = new Map<string, number>()
  private readonly open = new Map<string, number>()
  private readonly drafts = new Set<string>()
  private readonly versions = new IdIndex()
  /** The index of words, and what was put and removed since it was last brought up to date, in that order. */
  private words: { index: TextIndex; behind: WordChange[] } | undefined

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

  /** The ids of the versions in a release. */
  idsOfRelease(name: string): ReadonlySet<string> {
    return this.versions.get(name) ?? NOTHING
  }

  /** Whether any release has a version. */
  get hasVersions(): boolean {
    return !this.versions.isEmpty
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

  /**
   * The ids of documents that a search can find anywhere in them; null when it asks for no word, or the index isn't made
   * yet.
   */
  idsWithWords(query: TextQuery): FoundIds | null {
    if (query.terms.every(({ negated }) => negated)) return null
    return this.textIndex()?.find(query) ?? null
  }

  /**
   * The ids of documents in which a `match` pattern can be found, given as the parts between the stars of its terms; null
   * when that can't be told, or the index isn't made yet.
   */
  idsMatching(terms: readonly (readonly string[])[]): FoundIds | null {
    return this.textIndex()?.findParts(terms) ?? null
  }

  /** Whether there is an index of words, a few documents aside. */
  get knowsWords(): boolean {
    return this.words !== undefined && this.words.behind.length <= FIRST_PART
  }

  /** Begins to make the index of words, before anybody asks for some. */
  protected beginTextIndex(): void {
    this.textIndex()
  }

  private textIndex(): TextIndex | null {
    this.words ??= { index: new TextIndex(), behind: [...this.all()].map((put) => ({ put })) }
    if (this.extendTextIndex(FIRST_PART)) this.textIndexBehind()
    return this.words.behind.length === 0 ? this.words.index : null
  }

  /** Called when the index of words lacks more than a few documents. Here it takes them at once. */
  protected textIndexBehind(): void {
    while (this.extendTextIndex(FIRST_PART));
  }

  /** Takes so many more changes into the index of words. Returns whether some are left. */
  protected extendTextIndex(count: number): boolean {
    const { words } = this
    if (!words) return false
    for (const change of words.behind.splice(0, count)) {
      if ('put' in change) words.index.put(change.put)
      else words.index.remove(change.remove)
    }
    return words.behind.length > 0
  }

  /** A write doesn't wait for the index of words: a document has more of them than it has anything else. */
  private noteWords(change: WordChange): void {
    if (!this.words) return
    this.words.behind.push(change)
    if (this.words.behind.length > FIRST_PART) this.textIndexBehind()
  }

  /** How many documents of a type there are, or of all (null), drafts and versions included. */
  countOf(type: string | null): number {
    return type === null ? this.size : this.idsOfType(type).size
  }

  /** How many published documents of a type there are, or of all (null); with `open` only those that anybody may read. */
  publishedOf(type: string | null, open: boolean): number {
    const counts = open ? this.open : this.published
    if (type !== null) return counts.get(type) ?? 0
    return [...counts.values()].reduce((sum, count) => sum + count, 0)
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

  /**
   * How many documents of a type there are, or of all (null), under drafts: those of drafts, and of what is published
   * without one.
   */
  withDraftsOf(type: string | null): number {
    const isOfType = (id: string) => {
      const document = this.documents.get(id)
      return document !== undefined && (type === null || document._type === type)
    }
    let count = this.publishedOf(type, false)
    for (const id of this.drafts) count += Number(isOfType(id)) - Number(isOfType(publishedIdOf(id)))
    return count
  }

  private count({ _id, _type }: SanityDocument, change: number): void {
    const add = (counts: Map<string, number>) => counts.set(_type, (counts.get(_type) ?? 0) + change)
    if (!isDraftId(_id) && !isVersionId(_id)) add(this.published)
    if (isPublicId(_id)) add(this.open)
    if (isDraftId(_id) && change > 0) this.drafts.add(_id)
    if (isDraftId(_id) && change < 0) this.drafts.delete(_id)
    const release = releaseOf(_id)
    if (release !== undefined && change > 0) this.versions.add(release, _id)
    if (release !== undefined && change < 0) this.versions.remove(release, _id)
  }

  /** Takes up a document, which must not be there yet. */
  protected put(document: SanityDocument): void {
    const { _id } = document
    this.documents.set(_id, document)
    this.idsByType.add(document._type, _id)
    for (const target of referencedIds(document)) this.referrers.add(target, _id)
    for (const index of this.fields.values()) index.put(document)
    for (const index of this.orders.values()) index.put(document)
    this.count(document, 1)
    this.noteWords({ put: document })
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
    this.count(document, -1)
    this.noteWords({ remove: document })
  }

  /** Forgets the orders: to make one again takes less than to keep it in step with thousands of changes in one go. */
  protected forgetOrders(): void {
    this.orders.clear()
  }

  /** Forgets every document. */
  protected removeAll(): void {
    this.documents.clear()
    this.idsByType.clear()
    this.referrers.clear()
    this.fields.clear()
    this.orders.clear()
    this.words = undefined
    this.published.clear()
    this.open.clear()
    this.drafts.clear()
    this.versions.clear()
  }
}
