import type { Dataset } from '../dataset.ts'
import { isDraftId, isVersionId, publishedIdOf } from '../ids.ts'
import type { SanityDocument } from '../types.ts'
import { isObject } from '../values.ts'

/** A document with its draft and its versions in releases, as far as each is there. */
export type DocumentGroup = {
  /** The published document's id, whether that is there or not. */
  id: string
  published: SanityDocument | undefined
  draft: SanityDocument | undefined
  versions: SanityDocument[]
}

/** How many documents of a type there are, by their state. */
export type TypeCount = { type: string; published: number; drafts: number; versions: number }

/** Every type of a dataset with its documents, by name. */
export function countTypes(dataset: Dataset): TypeCount[] {
  const counts = new Map<string, TypeCount>()
  for (const { _id, _type } of dataset.all()) {
    const count = counts.get(_type) ?? { type: _type, published: 0, drafts: 0, versions: 0 }
    counts.set(_type, count)
    if (isDraftId(_id)) count.drafts++
    else if (isVersionId(_id)) count.versions++
    else count.published++
  }
  return [...counts.values()].sort((a, b) => (a.type < b.type ? -1 : 1))
}

function grouped(documents: Iterable<SanityDocument>): Map<string, DocumentGroup> {
  const groups = new Map<string, DocumentGroup>()
  for (const document of documents) {
    const id = publishedIdOf(document._id)
    const group = groups.get(id) ?? { id, published: undefined, draft: undefined, versions: [] }
    groups.set(id, group)
    if (isDraftId(document._id)) group.draft = document
    else if (isVersionId(document._id)) group.versions.push(document)
    else group.published = document
  }
  return groups
}

/** All states of a document. `id` is that of the published one. */
export function groupOf(dataset: Dataset, id: string): DocumentGroup {
  const states = [...dataset.all()].filter(({ _id }) => publishedIdOf(_id) === id)
  return grouped(states).get(id) ?? { id, published: undefined, draft: undefined, versions: [] }
}

/** The state that editors see: the draft before the published document before a version. */
export function shownState({ draft, published, versions }: DocumentGroup): SanityDocument | undefined {
  return draft ?? published ?? versions[0]
}

function holds(value: unknown, part: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(part)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some((item) => holds(item, part))
}

/** Documents of a type (or of all), with a text anywhere in them, the latest change first. */
export function findDocuments(dataset: Dataset, wanted: { type: string; query: string }): DocumentGroup[] {
  const { type, query } = wanted
  const part = query.toLowerCase()
  const all = [...dataset.all()].filter(({ _type }) => type === '' || _type === type)
  const found = new Set(
    all.filter((document) => part === '' || holds(document, part)).map(({ _id }) => publishedIdOf(_id)),
  )
  const changed = (group: DocumentGroup) => shownState(group)?._updatedAt ?? ''
  return [...grouped(all).values()]
    .filter(({ id }) => found.has(id))
    .sort((a, b) => (changed(a) > changed(b) ? -1 : 1))
}

const NAMING = ['title', 'name', 'heading', 'headline', 'label', 'question', 'originalFilename']

/** What a document calls itself, in the first field that is usual for that; its id when there is none. */
export function nameOf(document: SanityDocument | undefined, id: string): string {
  for (const field of NAMING) {
    const value = document?.[field]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (isObject(value) && typeof value.current === 'string') return value.current
  }
  return id
}
