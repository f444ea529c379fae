type ReferencedIds = { all: ReadonlySet<string>; strong: ReadonlySet<string> }

const NONE: ReferencedIds = { all: new Set(), strong: new Set() }
// Documents are immutable, so their references can be cached.
const cache = new WeakMap<object, ReferencedIds>()

function isCrossDatasetReference(value: object): boolean {
  return '_dataset' in value || ('_type' in value && value._type === 'globalDocumentReference')
}

function collectReferences(value: unknown, all: Set<string>, strong: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collectReferences(item, all, strong)
  } else if ('_ref' in value && typeof value._ref === 'string') {
    if (isCrossDatasetReference(value)) return
    all.add(value._ref)
    if (!('_weak' in value) || value._weak !== true) strong.add(value._ref)
  } else for (const key in value) collectReferences(Reflect.get(value, key), all, strong)
}

function getReferences(value: unknown): ReferencedIds {
  if (typeof value !== 'object' || value === null) return NONE
  const cached = cache.get(value)
  if (cached) return cached
  const references = { all: new Set<string>(), strong: new Set<string>() }
  collectReferences(value, references.all, references.strong)
  cache.set(value, references)
  return references
}

/** The ids that a document, or a part of one, references strongly or weakly. Omits references to other datasets. */
export function getReferencedIds(value: unknown): ReadonlySet<string> {
  return getReferences(value).all
}

/** The ids that a document, or a part of one, references strongly. Omits references to other datasets. */
export function getStronglyReferencedIds(value: unknown): ReadonlySet<string> {
  return getReferences(value).strong
}

/**
 * A copy of `value` for publishing. The Studio makes references to unpublished documents weak and marks them
 * `_strengthenOnPublish`; publishing removes the mark and makes them strong, unless the field's type is weak
 * (https://www.sanity.io/docs/studio/reference-type).
 */
export function strengthenReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthenReferences)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const strengthenMark =
    '_ref' in value && '_strengthenOnPublish' in value ? value._strengthenOnPublish : null
  if (typeof strengthenMark !== 'object' || strengthenMark === null) {
    return Object.fromEntries(entries.map(([key, item]) => [key, strengthenReferences(item)]))
  }
  const isWeakByType = 'weak' in strengthenMark && strengthenMark.weak === true
  return Object.fromEntries(
    entries.filter(([key]) => key !== '_strengthenOnPublish' && (key !== '_weak' || isWeakByType)),
  )
}
