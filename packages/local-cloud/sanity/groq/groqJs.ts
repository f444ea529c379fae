import { evaluateSync } from 'groq-js'
import { type Traced, toData } from './traced.ts'

/** Creates a syntax node of an evaluated value, as plain data. */
export function toValueNode(value: Traced): { type: 'Value'; value: unknown } {
  return { type: 'Value', value: toData(value) }
}

/** Evaluates a node of plain values with groq-js, which has GROQ's exact rules. Returns plain data. */
export function runGroqJs(node: object, options: object = {}): unknown {
  return evaluateSync(node, options).data
}
