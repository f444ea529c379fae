import type { Budget } from '../budget.ts'
import type { Traced } from './traced.ts'

function write(value: Traced, parts: string[], budget: Budget): void {
  if (value.kind === 'leaf') {
    // A document is at most 32 MB, so that this is never long; dates and paths know how they are written.
    const text = JSON.stringify(value.data) ?? 'null'
    budget.write(text.length)
    parts.push(text)
    return
  }
  const isArray = value.kind === 'array'
  let separator = isArray ? '[' : '{'
  if (isArray) {
    for (const item of value.items) {
      parts.push(separator)
      separator = ','
      write(item, parts, budget)
    }
  } else {
    for (const [name, field] of value.fields) {
      parts.push(separator, JSON.stringify(name), ':')
      separator = ','
      write(field, parts, budget)
    }
  }
  budget.spend()
  parts.push(separator === ',' ? '' : separator, isArray ? ']' : '}')
}

/** A value as JSON, written piece by piece. Throws a BudgetExceeded when it is more than the query may make. */
export function jsonOf(value: Traced, budget: Budget): string {
  const parts: string[] = []
  write(value, parts, budget)
  return parts.join('')
}
