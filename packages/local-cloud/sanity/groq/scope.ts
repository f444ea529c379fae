import type { Deadline } from '../deadline.ts'
import type { View } from '../perspectives.ts'
import type { SanityDocument } from '../types.ts'
import type { Expr } from './ast.ts'
import type { Leaf, Traced } from './traced.ts'

/** The context of a query's evaluation. */
export type Context = {
  /** Evaluates a part of the query. Passed in, since an import of the evaluator would be circular. */
  evaluate: (node: Expr, scope: Scope) => Traced
  view: View
  /** The caller's id, the result of `identity()`. */
  identity: string
  dataset: string
  timestamp: Date
  /** Whether values record their sources, for a source map. */
  isTraced: boolean
  /** The cached value of `*`. */
  allDocuments?: Traced
  deadline: Deadline
}

/** Creates a leaf for a document, with its source if the context is traced. */
export function createDocumentLeaf(context: Context, document: SanityDocument): Leaf {
  return { kind: 'leaf', data: document, source: context.isTraced ? { document } : null }
}

/** `@`, and the parent scope that `^` refers to (https://sanity-io.github.io/GROQ/, Scope). `^` skips hidden scopes. */
export class Scope {
  readonly context: Context
  readonly value: Traced
  readonly parent: Scope | null
  private readonly isHidden: boolean

  constructor(context: Context, value: Traced, parent: Scope | null = null, isHidden = false) {
    this.context = context
    this.value = value
    this.parent = parent
    this.isHidden = isHidden
  }

  evaluate(node: Expr): Traced {
    return this.context.evaluate(node, this)
  }

  /** Creates the scope inside `[]`, `{}` or a pipe function. */
  createNested(value: Traced): Scope {
    return new Scope(this.context, value, this.isHidden ? this.parent : this)
  }

  /** Creates the scope of a traversal, which `^` skips. */
  createHidden(value: Traced): Scope {
    return new Scope(this.context, value, this.isHidden ? this.parent : this, true)
  }
}
