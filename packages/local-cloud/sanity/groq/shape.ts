import { childrenOf, type Expr } from './ast.ts'

/** What a query's text may be: the parser takes time by the square of some of these, and stack for others. */
const MAX_CHARACTERS = 500_000
/** Brackets within brackets. */
const MAX_BRACKETS = 200
/** Operators and accesses in a row, `a + b + c` or `a[0][0].b`. */
const MAX_CHAIN = 1000
/** Expressions within expressions. */
const MAX_DEPTH = 1000

const TOKEN =
  /"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|\/\/[^\n]*|[([{]|[)\]}]|,|\|\||&&|[=!<>]=|->|=>|\.{1,3}|[-+*/%<>|!^]|\b(?:in|match|asc|desc)\b/g

/** What is wrong with the size of a query's text, and where in it; null when nothing is. */
export function sizeProblem(query: string): { description: string; position: number } | null {
  if (query.length > MAX_CHARACTERS) {
    return { description: `The query has more than ${MAX_CHARACTERS} characters`, position: MAX_CHARACTERS }
  }
  const chains = [0]
  const longer = (position: number) => {
    const length = (chains.pop() ?? 0) + 1
    chains.push(length)
    const description = `The query has more than ${MAX_CHAIN} operators in a row`
    return length > MAX_CHAIN ? { description, position } : null
  }
  for (const { 0: token, index } of query.matchAll(TOKEN)) {
    if (/^["'/]./.test(token)) continue
    if (token === ',') chains[chains.length - 1] = 0
    else if (')]}'.includes(token)) chains.pop()
    else {
      const problem = longer(index)
      if (problem) return problem
      if ('([{'.includes(token)) chains.push(0)
      if (chains.length > MAX_BRACKETS) {
        return {
          description: `The query has more than ${MAX_BRACKETS} brackets in brackets`,
          position: index,
        }
      }
    }
  }
  return null
}

/** Whether a syntax tree is too deep to be gone through. */
export function isTooDeep(tree: Expr): boolean {
  let level = [tree]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap(childrenOf)
  }
  return false
}
