import { totalCompare } from '../compare.ts'
import { notImplemented } from '../errors.ts'
import { scoreTextQuery, TextQuery } from '../textQuery.ts'
import type { Expr } from './ast.ts'
import type { Scope } from './scope.ts'
import { fieldOf, fieldsOf, isTrue, leaf, type Traced, toData } from './traced.ts'

function order(args: Expr[], items: Traced[], scope: Scope): Traced {
  const keys = args.map((arg) => ({
    expr: arg.type === 'Desc' || arg.type === 'Asc' ? arg.base : arg,
    sign: arg.type === 'Desc' ? -1 : 1,
  }))
  const rows = items.map((item) => {
    const nested = scope.nested(item)
    return { item, values: keys.map(({ expr }) => toData(nested.evaluate(expr))) }
  })
  rows.sort((a, b) => {
    for (const [index, { sign }] of keys.entries()) {
      const compared = totalCompare(a.values[index], b.values[index]) * sign
      if (compared !== 0) return compared
    }
    return 0
  })
  return { kind: 'array', items: rows.map(({ item }) => item) }
}

/** How much an expression of `score()` counts (https://www.sanity.io/docs/specifications/groq-pipeline-components). */
function scoreOf(node: Expr, scope: Scope): number {
  switch (node.type) {
    case 'Group':
      return scoreOf(node.base, scope)
    case 'Or':
      return scoreOf(node.left, scope) + scoreOf(node.right, scope)
    case 'And': {
      const left = scoreOf(node.left, scope)
      const right = scoreOf(node.right, scope)
      return left === 0 || right === 0 ? 0 : left + right
    }
    case 'OpCall': {
      if (node.op !== 'match') break
      const value = scope.evaluate(node.left)
      const pattern = toData(scope.evaluate(node.right))
      if (pattern instanceof TextQuery) return scoreTextQuery(toData(value), pattern)
      break
    }
    case 'FuncCall': {
      const [inner, amount] = node.args
      if (node.name !== 'boost' || !inner || !amount) break
      const score = scoreOf(inner, scope)
      const boost = toData(scope.evaluate(amount))
      return score > 0 && typeof boost === 'number' ? score + boost : 0
    }
  }
  return isTrue(scope.evaluate(node)) ? 1 : 0
}

function score(args: Expr[], items: Traced[], scope: Scope): Traced {
  const scored: { item: Traced; score: number }[] = []
  for (const item of items) {
    const fields = fieldsOf(item)
    if (!fields) continue
    const nested = scope.nested(item)
    const earlier = toData(fieldOf(item, '_score'))
    const total = args.reduce(
      (sum, arg) => sum + scoreOf(arg, nested),
      typeof earlier === 'number' ? earlier : 0,
    )
    scored.push({
      item: { kind: 'object', fields: new Map(fields).set('_score', leaf(total)) },
      score: total,
    })
  }
  scored.sort((a, b) => b.score - a.score)
  return { kind: 'array', items: scored.map(({ item }) => item) }
}

/** `items | name(args)`. Throws an ApiError (501) that names one the lake doesn't have. */
export function callPipeFunction(name: string, args: Expr[], items: Traced[], scope: Scope): Traced {
  if (name === 'order') return order(args, items, scope)
  if (name === 'score') return score(args, items, scope)
  throw notImplemented(`The GROQ pipe function ${name}`)
}
