import type { Expr } from './ast.ts'
import { everything } from './documents.ts'
import { type Candidates, candidatesFor } from './narrow.ts'
import { documentLeaf, type Scope } from './scope.ts'
import { isTrue, itemsOf, type Traced } from './traced.ts'

/** The items of an array that a filter holds for. */
export function filterItems(filter: Expr, items: readonly Traced[], scope: Scope): Traced[] {
  return items.filter((item) => isTrue(scope.nested(item).evaluate(filter)))
}

/** The documents that a filter holds for, by id: of the candidates, or of all (null). */
export function filterCandidates(filter: Expr, candidates: Candidates | null, scope: Scope): Traced[] {
  if (!candidates) return filterItems(filter, itemsOf(everything(scope)) ?? [], scope)
  const items: Traced[] = []
  for (const id of [...new Set(candidates.ids)].sort()) {
    scope.context.budget.spend()
    const document = scope.context.view.get(id)
    if (!document) continue
    const value = documentLeaf(scope.context, document)
    if (isTrue(scope.nested(value).evaluate(filter))) items.push(value)
  }
  return items
}

/** `*[filter]`, looking only at documents that the indexes leave over; `also` holds for those that will be used. */
export function filterDataset(filter: Expr, scope: Scope, also?: Expr | null): Traced[] {
  const narrowing: Expr = also ? { type: 'And', left: filter, right: also } : filter
  return filterCandidates(filter, candidatesFor(narrowing, scope), scope)
}
