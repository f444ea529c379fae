import { notImplemented } from '../errors.ts'
import type { Expr } from './ast.ts'
import { runGroqJs } from './groqJs.ts'
import type { Scope } from './scope.ts'
import { scoreTextQuery, TextQuery } from './textQuery.ts'
import { createLeaf, getField, getFields, getItems, isTrue, NULL, type Traced, toData } from './traced.ts'

/** Sorts items by the values of `args`. groq-js sorts rows of these values, so that GROQ's order of types applies. */
function orderItems(args: Expr[], items: Traced[], scope: Scope): Traced {
  const rows = items.map((item, index) => {
    const nested = scope.createNested(item)
    const keys = args.map((arg, argIndex) => {
      const expr = arg.type === 'Desc' || arg.type === 'Asc' ? arg.base : arg
      return [`key${argIndex}`, toData(nested.evaluate(expr))]
    })
    return { index, ...Object.fromEntries(keys) }
  })
  const directions = args.map(({ type }, argIndex) => ({
    type: type === 'Desc' ? 'Desc' : 'Asc',
    base: { type: 'AccessAttribute', name: `key${argIndex}` },
  }))
  const base = { type: 'Value', value: rows }
  const sorted = createLeaf(runGroqJs({ type: 'PipeFuncCall', name: 'order', base, args: directions }))
  const indexes = (getItems(sorted) ?? []).map((row) => toData(getField(row, 'index')))
  return {
    kind: 'array',
    items: indexes.map((index) => (typeof index === 'number' && items[index]) || NULL),
  }
}

/**
 * The points that an expression in `score()` adds to the score of the item in `scope`
 * (https://www.sanity.io/docs/specifications/groq-pipeline-components).
 */
function computeScore(node: Expr, scope: Scope): number {
  switch (node.type) {
    case 'Group':
      return computeScore(node.base, scope)
    case 'Or':
      return computeScore(node.left, scope) + computeScore(node.right, scope)
    case 'And': {
      const left = computeScore(node.left, scope)
      const right = computeScore(node.right, scope)
      return left === 0 || right === 0 ? 0 : left + right
    }
    case 'OpCall': {
      const pattern = node.op === 'match' && toData(scope.evaluate(node.right))
      if (!(pattern instanceof TextQuery)) break
      return scoreTextQuery(toData(scope.evaluate(node.left)), pattern)
    }
    case 'FuncCall': {
      const [boosted, amount] = node.args
      if (node.name !== 'boost' || !boosted || !amount) break
      const score = computeScore(boosted, scope)
      const boost = toData(scope.evaluate(amount))
      return score > 0 && typeof boost === 'number' ? score + boost : 0
    }
  }
  return isTrue(scope.evaluate(node)) ? 1 : 0
}

function scoreItems(args: Expr[], items: Traced[], scope: Scope): Traced {
  const scored = items.flatMap((item) => {
    const fields = getFields(item)
    if (!fields) return []
    const nested = scope.createNested(item)
    const total = args.reduce((sum, arg) => sum + computeScore(arg, nested), 0)
    return [{ total, fields: new Map(fields).set('_score', createLeaf(total)) }]
  })
  scored.sort((a, b) => b.total - a.total)
  return { kind: 'array', items: scored.map(({ fields }) => ({ kind: 'object', fields })) }
}

/** Evaluates `items | name(args)`. Throws an ApiError (501) for a function other than `order` and `score`. */
export function callPipeFunction(name: string, args: Expr[], items: Traced[], scope: Scope): Traced {
  if (name === 'order') return orderItems(args, items, scope)
  if (name === 'score') return scoreItems(args, items, scope)
  throw notImplemented(`The GROQ pipe function ${name}`)
}
