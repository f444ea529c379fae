import { type ApiError, notImplemented } from '../errors.ts'
import type { Expr, FuncCall } from './ast.ts'
import { checkPattern, runGroqJs, toValueNode } from './groqJs.ts'
import type { Scope } from './scope.ts'
import { TextQuery } from './textQuery.ts'
import { createLeaf, isNull, NULL, type Traced, toData } from './traced.ts'

function coalesce(args: Expr[], scope: Scope): Traced {
  for (const arg of args) {
    const value = scope.evaluate(arg)
    if (!isNull(value)) return value
  }
  return NULL
}

function unsupportedFunctionError({ namespace, name }: FuncCall): ApiError {
  return notImplemented(`The GROQ function ${namespace}::${name}`)
}

/** Calls a function with groq-js. Returns plain data, without its sources. */
function callGroqJs(node: FuncCall, scope: Scope): unknown {
  const { timestamp, identity, dataset } = scope.context
  // `delta::` and `diff::` compare two states of a document, but a query or webhook is evaluated against one. The local
  // cloud has no releases.
  if (['delta', 'diff', 'releases'].includes(node.namespace)) throw unsupportedFunctionError(node)
  const args = node.args.map((arg) => toValueNode(scope.evaluate(arg)))
  if (node.namespace === 'global' && node.name === 'path') checkPattern(args[0]?.value)
  try {
    return runGroqJs(
      { ...node, args },
      {
        root: toData(scope.value),
        timestamp,
        identity,
        sanity: { projectId: 'local', dataset },
      },
    )
  } catch {
    throw unsupportedFunctionError(node)
  }
}

/**
 * Calls a function (https://www.sanity.io/docs/specifications/groq-functions). Throws an ApiError: 501 for `delta::`,
 * `diff::`, `releases::`, and a function that groq-js does not implement; 400 for a path with too many wildcards.
 */
export function callFunction(node: FuncCall, scope: Scope): Traced {
  const name = `${node.namespace}::${node.name}`
  if (name === 'global::coalesce') return coalesce(node.args, scope)
  if (name !== 'text::query') return createLeaf(callGroqJs(node, scope))
  const [arg] = node.args
  const query = arg && toData(scope.evaluate(arg))
  return typeof query === 'string' ? createLeaf(new TextQuery(query)) : NULL
}
