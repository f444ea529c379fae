import type { Deadline } from '../deadline.ts'
import type { View } from '../perspectives.ts'
import type { SanityDocument } from '../types.ts'
import type { Expr } from './ast.ts'
import type { Leaf, Traced } from './traced.ts'

/** The dependencies of a query for its sync tags: types, published ids, or everything. */
export type Reads = { ids: Set<string>; types: Set<string>; everything: boolean }

/** The context of a query's evaluation. */
export type Context = {
  /** Evaluates a part of the query. A property, to avoid a circular import of the evaluator. */
  evaluate: (node: Expr, scope: Scope) => Traced
  view: View
  identity: string
  dataset: string
  timestamp: Date
  trace: boolean
  reads: Reads
  everything?: Traced
  deadline: Deadline
}

/** A document as a value. */
export function createDocumentLeaf(context: Context, document: SanityDocument): Leaf {
  return { kind: 'leaf', data: document, source: context.trace ? { document } : null }
}

/** The values of `@` and `^` (https://sanity-io.github.io/GROQ/, Scope). `^` skips hidden scopes. */
export class Scope {
  readonly context: Context
  readonly value: Traced
  readonly parent: Scope | null
  private readonly hidden: boolean

  constructor(context: Context, value: Traced, parent: Scope | null = null, hidden = false) {
    this.context = context
    this.value = value
    this.parent = parent
    this.hidden = hidden
  }

  evaluate(node: Expr): Traced {
    return this.context.evaluate(node, this)
  }

  /** The scope inside `[]`, `{}` or a pipe function. */
  nested(value: Traced): Scope {
    return new Scope(this.context, value, this.hidden ? this.parent : this)
  }

  /** The scope of a traversal, which `^` skips. */
  hiddenNested(value: Traced): Scope {
    return new Scope(this.context, value, this.hidden ? this.parent : this, true)
  }
}
