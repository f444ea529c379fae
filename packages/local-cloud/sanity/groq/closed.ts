import { childrenOf, type Expr } from './ast.ts'

/** Functions that look at the value they stand beside without being handed it. */
const IMPLICIT = [
  'global::references',
  'documents::incomingRefCount',
  'sanity::versionOf',
  'sanity::partOfRelease',
]

/**
 * Whether an expression looks at what stands around it. `visible` is how many scopes it has opened that `^` counts,
 * `bound` whether it has opened any. Where that isn't certain the answer is yes.
 */
function looksOut(node: Expr, visible: number, bound: boolean): boolean {
  switch (node.type) {
    case 'This':
      return !bound
    case 'AccessAttribute':
      return node.base ? looksOut(node.base, visible, bound) : !bound
    case 'Parent':
      return node.n >= visible
    case 'Filter':
    case 'Projection':
      return looksOut(node.base, visible, bound) || looksOut(node.expr, visible + 1, true)
    case 'Map':
    case 'FlatMap':
      return looksOut(node.base, visible, bound) || looksOut(node.expr, visible, true)
    case 'PipeFuncCall':
      return looksOut(node.base, visible, bound) || node.args.some((arg) => looksOut(arg, visible + 1, true))
    case 'FuncCall':
      if (!bound && IMPLICIT.includes(`${node.namespace}::${node.name}`)) return true
      return node.args.some((arg) => looksOut(arg, visible, bound))
    case 'Tuple':
    case 'SelectorFuncCall':
    case 'SelectorNested':
      return true
    default:
      return childrenOf(node).some((child) => looksOut(child, visible, bound))
  }
}

function asksDataset(node: Expr): boolean {
  return node.type === 'Everything' || childrenOf(node).some(asksDataset)
}

const known = new WeakMap<Expr, boolean>()

/**
 * Whether an expression is a query of its own, `*[…]` and what is made of it, that has the same value wherever it stands,
 * so that it needs to be answered only once.
 */
export function isClosedQuery(node: Expr): boolean {
  let closed = known.get(node)
  if (closed === undefined) {
    closed = asksDataset(node) && !looksOut(node, 0, false)
    known.set(node, closed)
  }
  return closed
}
