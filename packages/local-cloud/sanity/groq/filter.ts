import type { Expr } from './ast.ts'
import { recordDependencies } from './dependencies.ts'
import { everything } from './documents.ts'
import type { Scope } from './scope.ts'
import { isTrue, itemsOf, type Traced } from './traced.ts'

/** The items of an array that a filter holds for. */
export function filterItems(filter: Expr, items: readonly Traced[], scope: Scope): Traced[] {
  return items.filter((item) => isTrue(scope.nested(item).evaluate(filter)))
}

/** `*[filter]`. */
export function filterDataset(filter: Expr, scope: Scope): Traced[] {
  recordDependencies(filter, scope)
  return filterItems(filter, itemsOf(everything(scope)) ?? [], scope)
}
