import type { SanityDocument } from './types.ts'
import { valueAt } from './values.ts'

/** Ids that an index has found, worked out when somebody goes through them: at most as many as `size` says. */
export type FoundIds = Iterable<string> & { readonly size: number }

/** Which ids stand under which key. */
export class IdIndex {
  private readonly sets = new Map<string, Set<string>>()

  /** Puts an id under a key. */
  add(key: string, id: string): void {
    const ids = this.sets.get(key)
    if (ids) ids.add(id)
    else this.sets.set(key, new Set([id]))
  }

  /** Takes an id away from a key. */
  remove(key: string, id: string): void {
    const ids = this.sets.get(key)
    ids?.delete(id)
    if (ids?.size === 0) this.sets.delete(key)
  }

  /** The ids under a key. */
  get(key: string): ReadonlySet<string> | undefined {
    return this.sets.get(key)
  }

  /** All keys that have an id. */
  keys(): Iterable<string> {
    return this.sets.keys()
  }

  /** Whether no key has an id. */
  get isEmpty(): boolean {
    return this.sets.size === 0
  }

  /** Forgets everything. */
  clear(): void {
    this.sets.clear()
  }
}

/** The text at a path of attributes, `slug.current`; undefined when anything else is there. */
function textAt(document: SanityDocument, path: readonly string[]): string | undefined {
  const value = valueAt(document, path)
  return typeof value === 'string' ? value : undefined
}

/** Documents by the text of one attribute. */
export class FieldIndex {
  private readonly path: readonly string[]
  private readonly ids = new IdIndex()

  /** `path` leads through objects to the attribute. */
  constructor(path: readonly string[]) {
    this.path = path
  }

  /** Takes up a document. */
  put(document: SanityDocument): void {
    const text = textAt(document, this.path)
    if (text !== undefined) this.ids.add(text, document._id)
  }

  /** Forgets a document as it was put. */
  remove(document: SanityDocument): void {
    const text = textAt(document, this.path)
    if (text !== undefined) this.ids.remove(text, document._id)
  }

  /** The ids of documents with any of these texts. */
  find(texts: readonly string[]): Set<string> {
    return new Set(texts.flatMap((text) => [...(this.ids.get(text) ?? [])]))
  }
}
