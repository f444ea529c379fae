type Targets = { all: ReadonlySet<string>; strong: ReadonlySet<string> }

const NONE: Targets = { all: new Set(), strong: new Set() }
// Documents never change once stored: what they refer to is looked for once.
const known = new WeakMap<object, Targets>()

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

function targetsOf(value: unknown): Targets {
  if (typeof value !== 'object' || value === null) return NONE
  const found = known.get(value)
  if (found) return found
  const targets = { all: new Set<string>(), strong: new Set<string>() }
  collect(value, targets.all, targets.strong)
  known.set(value, targets)
  return targets
}

/** The ids that `value`, a document or a part of one, refers to, weakly or strongly. */
export function referencedIds(value: unknown): ReadonlySet<string> {
  return targetsOf(value).all
}

/** The ids that `value`, a document or a part of one, refers to strongly. */
export function strongTargets(value: unknown): ReadonlySet<string> {
  return targetsOf(value).strong
}

/**
 * A copy of `value` in which references to drafts-to-be became strong: the Studio makes a reference to a document that
 * isn't published yet weak and marks it `_strengthenOnPublish`; publishing takes the mark away, and with it the
 * weakness unless the field's type is weak (https://www.sanity.io/docs/studio/reference-type).
 */
export function strengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthened)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const mark = '_ref' in value && '_strengthenOnPublish' in value ? value._strengthenOnPublish : null
  if (typeof mark !== 'object' || mark === null) {
    return Object.fromEntries(entries.map(([key, item]) => [key, strengthened(item)]))
  }
  const staysWeak = 'weak' in mark && mark.weak === true
  return Object.fromEntries(
    entries.filter(([key]) => key !== '_strengthenOnPublish' && (key !== '_weak' || staysWeak)),
  )
}
