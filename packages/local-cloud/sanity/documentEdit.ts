import type { Place } from './jsonMatch.ts'
import { isObject, type JsonObject } from './values.ts'

type Container = unknown[] | JsonObject

function isContainer(value: unknown): value is Container {
  return Array.isArray(value) || isObject(value)
}

function childOf(container: Container, segment: string | number): unknown {
  if (Array.isArray(container)) return typeof segment === 'number' ? container[segment] : undefined
  return typeof segment === 'string' && Object.hasOwn(container, segment) ? container[segment] : undefined
}

/** Puts a value where a segment of a place says: into an array only where there is one already. */
function put(container: Container, segment: string | number, value: unknown): void {
  if (!Array.isArray(container)) {
    if (typeof segment === 'string') container[segment] = value
  } else if (typeof segment === 'number' && segment < container.length) container[segment] = value
}

/**
 * Changes of a document at many places, one after the other, each as @sanity/mutator makes it. What is on the way there is
 * copied once, and not again for each; the document that was given stays as it is.
 */
export class DocumentEdit {
  /** The document with the changes so far. */
  readonly document: JsonObject
  private readonly copies = new Set<unknown>()

  constructor(document: JsonObject) {
    this.document = { ...document }
    this.copies.add(this.document)
  }

  /** Replaces the value at a place (undefined when there is none) by what `change` makes of it; undefined leaves it. */
  change(place: Place, change: (before: unknown) => unknown): void {
    const before = this.valueAt(place)
    const after = change(before)
    const last = place.at(-1)
    if (after === undefined || after === before || last === undefined) return
    const holder = this.holderOf(place, true)
    if (holder) put(holder, last, after)
  }

  /** Takes the value at a place away; what comes after it in an array moves up. */
  remove(place: Place): void {
    const holder = this.holderOf(place, false)
    const last = place.at(-1)
    if (!holder || last === undefined || childOf(holder, last) === undefined) return
    if (!Array.isArray(holder)) delete holder[last]
    else if (typeof last === 'number') holder.splice(last, 1)
  }

  private valueAt(place: Place): unknown {
    let value: unknown = this.document
    for (const segment of place) value = isContainer(value) ? childOf(value, segment) : undefined
    return value
  }

  /** What holds a place, as a copy that may be changed; undefined when there is nothing, or nothing that can. */
  private holderOf(place: Place, makes: boolean): Container | undefined {
    let holder: Container = this.document
    for (const [index, segment] of place.slice(0, -1).entries()) {
      if (Array.isArray(holder) !== (typeof segment === 'number')) return undefined
      const child = childOf(holder, segment)
      // Attributes are set below whatever is simple or isn't there.
      if (!isContainer(child) && !(makes && typeof place[index + 1] === 'string')) return undefined
      holder = this.own(holder, segment, child)
    }
    return holder
  }

  private own(holder: Container, segment: string | number, child: unknown): Container {
    if (isContainer(child) && this.copies.has(child)) return child
    const copy = Array.isArray(child) ? [...child] : isObject(child) ? { ...child } : {}
    this.copies.add(copy)
    put(holder, segment, copy)
    return copy
  }
}
