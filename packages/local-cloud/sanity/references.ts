type Targets = { all: ReadonlySet<string>; strong: ReadonlySet<string> }

const NONE: Targets = { all: new Set(), strong: new Set() }
// Documents are immutable, so their references can be cached.
const cache = new WeakMap<object, Targets>()

function isOutside(value: object): boolean {
  return '_dataset' in value || ('_type' in value && value._type === 'globalDocumentReference')
}

function collect(value: unknown, all: Set<string>, strong: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, all, strong)
  } else if ('_ref' in value && typeof value._ref === 'string') {
    if (isOutside(value)) return
    all.add(value._ref)
    if (!('_weak' in value) || value._weak !== true) strong.add(value._ref)
  } else for (const key in value) collect(Reflect.get(value, key), all, strong)
}

function collectTargets(value: unknown): Targets {
  if (typeof value !== 'object' || value === null) return NONE
  const found = cache.get(value)
  if (found) return found
  const targets = { all: new Set<string>(), strong: new Set<string>() }
  collect(value, targets.all, targets.strong)
  cache.set(value, targets)
  return targets
}

/** The ids of all references in a document or a part of one. */
export function getReferencedIds(value: unknown): ReadonlySet<string> {
  return collectTargets(value).all
}

/** The ids of the strong references in a document or a part of one. */
export function getStrongReferences(value: unknown): ReadonlySet<string> {
  return collectTargets(value).strong
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
  const mark = '_ref' in value && '_strengthenOnPublish' in value ? value._strengthenOnPublish : null
  if (typeof mark !== 'object' || mark === null) {
    return Object.fromEntries(entries.map(([key, item]) => [key, strengthenReferences(item)]))
  }
  const staysWeak = 'weak' in mark && mark.weak === true
  return Object.fromEntries(
    entries.filter(([key]) => key !== '_strengthenOnPublish' && (key !== '_weak' || staysWeak)),
  )
}
