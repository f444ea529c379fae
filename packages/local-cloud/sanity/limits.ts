import { ItemError } from './errors.ts'
import type { SanityDocument } from './types.ts'

// https://www.sanity.io/docs/content-lake/technical-limits, in SI units; attributes as on the free and growth plans.
const MAX_BYTES = 32_000_000
const MAX_DEPTH = 20
const MAX_ATTRIBUTES = 1000
/** A document with fewer characters than this in every text and key isn't worth counting bytes for. */
const WORTH_MEASURING = 1_000_000

/** What is counted of a document on one walk through it. */
class Measure {
  depth = 0
  characters = 0
  readonly attributes = new Set<string>()

  /** `path` names the attribute, with `[]` for whatever stands in an array; `depth` is the level it is on, from 1. */
  add(value: unknown, path: string, depth: number): void {
    if (Array.isArray(value)) {
      this.attributes.add(`${path} array`)
      for (const item of value) this.add(item, `${path}[]`, depth)
      return
    }
    if (typeof value === 'object' && value !== null) {
      if (path !== '') this.attributes.add(`${path} object`)
      for (const [key, item] of Object.entries(value)) {
        this.characters += key.length
        this.depth = Math.max(this.depth, depth + 1)
        this.add(item, `${path}.${key}`, depth + 1)
      }
      return
    }
    if (typeof value === 'string') this.characters += value.length
    this.attributes.add(`${path} ${value === null ? 'null' : typeof value}`)
  }
}

function tooLarge(description: string): ItemError {
  return new ItemError({ type: 'validationError', description }, 400)
}

/**
 * Throws an ItemError on a document beyond the documented limits: 32 MB as JSON, attributes on 20 levels, 1,000
 * attributes, each with a type of its own counted as one, whatever stands in an array counted once.
 */
export function checkLimits(document: SanityDocument): void {
  const measure = new Measure()
  measure.add(document, '', 0)
  const { _id } = document
  if (measure.depth > MAX_DEPTH) {
    throw tooLarge(`Document "${_id}" has attributes nested deeper than ${MAX_DEPTH} levels`)
  }
  if (measure.attributes.size > MAX_ATTRIBUTES) {
    throw tooLarge(`Document "${_id}" has more than ${MAX_ATTRIBUTES} attributes`)
  }
  if (measure.characters < WORTH_MEASURING) return
  if (Buffer.byteLength(JSON.stringify(document)) > MAX_BYTES) {
    throw tooLarge(`Document "${_id}" is larger than ${MAX_BYTES} bytes`)
  }
}
