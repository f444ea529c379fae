import { evaluateSync } from 'groq-js'
import { badRequest } from '../errors.ts'
import { type Traced, toData } from './traced.ts'

/** Creates a syntax node for an evaluated value, converted to plain data. */
export function toValueNode(value: Traced): { type: 'Value'; value: unknown } {
  return { type: 'Value', value: toData(value) }
}

/** groq-js compiles a pattern's words to regular expressions. Each wildcard multiplies the time by the text length. */
const maxWildcards = 4

/** Throws an ApiError (400) when a word in a pattern for `match` or `path()` has too many wildcards. */
export function checkPattern(pattern: unknown): void {
  const words = [pattern].flat().flatMap((text) => (typeof text === 'string' ? text.split(/\s/) : []))
  if (words.every((word) => word.split('*').length <= maxWildcards + 1)) return
  throw badRequest(`A word in a pattern can have at most ${maxWildcards} wildcards (*)`)
}

/** Evaluates a node of plain values with groq-js, which implements GROQ's exact rules. Returns plain data. */
export function runGroqJs(node: object, options: object = {}): unknown {
  return evaluateSync(node, options).data
}
