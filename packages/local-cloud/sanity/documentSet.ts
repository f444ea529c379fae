import { getReferencedIds } from './references.ts'
import type { SanityDocument } from './types.ts'

const noIds: ReadonlySet<string> = new Set()

/** Documents in memory, keyed by id, with the ids of the documents that refer to each. */
export class DocumentSet {
  private readonly documents = new Map<string, SanityDocument>()
  private readonly referrers = new Map<string, Set<string>>()

  get(id: string): SanityDocument | undefined {
    return this.documents.get(id)
  }

  all(): Iterable<SanityDocument> {
    return this.documents.values()
  }

  get size(): number {
    return this.documents.size
  }

  findByType(type: string): SanityDocument[] {
    return [...this.documents.values()].filter(({ _type }) => _type === type)
  }

  /** The ids of documents with a reference, strong or weak, to `id`. */
  getReferrers(id: string): ReadonlySet<string> {
    return this.referrers.get(id) ?? noIds
  }

  protected put(document: SanityDocument): void {
    this.remove(document._id)
    this.documents.set(document._id, document)
    for (const target of getReferencedIds(document)) {
      const ids = this.referrers.get(target) ?? new Set()
      this.referrers.set(target, ids.add(document._id))
    }
  }

  protected remove(id: string): void {
    const document = this.documents.get(id)
    if (!document) return
    this.documents.delete(id)
    for (const target of getReferencedIds(document)) {
      const ids = this.referrers.get(target)
      ids?.delete(id)
      if (ids?.size === 0) this.referrers.delete(target)
    }
  }

  protected removeAll(): void {
    this.documents.clear()
    this.referrers.clear()
  }
}
