import type { Deadline } from '../deadline.ts'
import type { View } from '../perspectives.ts'
import type { SanityDocument } from '../types.ts'
import type { Expr } from './ast.ts'
import type { Leaf, Traced } from './traced.ts'

/** What a query looked at, for its sync tags: whole types, single ids, or everything. Ids are published ids. */
export type Reads = { ids: Set<string>; types: Set<string>; everything: boolean }

/** What a query runs against. */
export type Context = {
  /** Evaluates a part of the query; here, so that functions need not import the evaluator that calls them. */
  evaluate: (node: Expr, scope: Scope) => Traced
  view: View
  /** What `identity()` answers. */
  identity: string
  projectId: string
  dataset: string
  /** What `now()` answers. */
  timestamp: Date
  /** Whether values remember where they come from. */
  trace: boolean
  reads: Reads
  /** All documents of the view, by id, once they were asked for. */
  everything?: Traced
  deadline: Deadline
}

/** A document as a value. */
export function documentLeaf(context: Context, document: SanityDocument): Leaf {
  return { kind: 'leaf', data: document, source: context.trace ? { document } : null }
}

/**
 * What `@` and `^` mean at a point of a query. A hidden scope is one that `^` passes over
 * (https://sanity-io.github.io/GROQ/, Scope).
 */
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

  /** What an expression is here. */
  evaluate(node: Expr): Traced {
    return this.context.evaluate(node, this)
  }

  /** The scope of an expression inside `[]`, `{}` or a pipe function. */
  nested(value: Traced): Scope {
    return new Scope(this.context, value, this.hidden ? this.parent : this)
  }

  /** The scope of a traversal, which `^` doesn't count. */
  hiddenNested(value: Traced): Scope {
    return new Scope(this.context, value, this.hidden ? this.parent : this, true)
  }
}
