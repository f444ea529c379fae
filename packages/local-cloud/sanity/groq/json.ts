import type { Budget } from '../budget.ts'
import type { Traced } from './traced.ts'

/** About how long the pieces of a text are. Characters. */
const PIECE = 1_000_000

/** Writes JSON piece by piece, and counts it before it is there. */
class JsonWriter {
  readonly pieces: string[] = []
  private readonly budget: Budget
  private parts: string[] = []
  private length = 0

  constructor(budget: Budget) {
    this.budget = budget
  }

  private put(text: string): void {
    this.parts.push(text)
    this.length += text.length
    if (this.length > PIECE) this.end()
  }

  private putData(data: unknown): void {
    // A query can make a text that is as long as its budget; all else is no longer than a document, which has 32 MB.
    const known = typeof data === 'string' ? data.length : 0
    this.budget.write(known)
    const text = JSON.stringify(data) ?? 'null'
    this.budget.write(text.length - known)
    this.put(text)
  }

  write(value: Traced): void {
    if (value.kind === 'leaf') {
      this.putData(value.data)
      return
    }
    let separator = ''
    if (value.kind === 'array') {
      this.put('[')
      for (const item of value.items) {
        this.put(separator)
        separator = ','
        this.write(item)
      }
    } else {
      this.put('{')
      for (const [name, field] of value.fields) {
        this.put(`${separator}${JSON.stringify(name)}:`)
        separator = ','
        this.write(field)
      }
    }
    this.budget.spend()
    this.put(value.kind === 'array' ? ']' : '}')
  }

  end(): void {
    this.pieces.push(this.parts.join(''))
    this.parts = []
    this.length = 0
  }
}

/**
 * A value as JSON, in pieces that only together are one: a text in one piece would be there twice. Throws a BudgetExceeded
 * when it is more than the query may make.
 */
export function jsonOf(value: Traced, budget: Budget): string[] {
  const writer = new JsonWriter(budget)
  writer.write(value)
  writer.end()
  return writer.pieces
}
