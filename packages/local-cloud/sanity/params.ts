import { badRequest } from './errors.ts'
import { hasInfiniteNumber, type JsonObject, MAX_NESTING, nestsTooDeep } from './values.ts'

function parse(name: string, value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw badRequest(`Parameter "${name}" is not valid JSON`)
  }
}

/**
 * GROQ parameters among those of a URL: `$name=<JSON>`. Throws an ApiError (400) on a value that isn't JSON, nests too
 * deep or has a number that is out of range.
 */
export function groqParams(search: Iterable<[string, string]>): JsonObject {
  const params: JsonObject = {}
  for (const [name, text] of search) {
    if (!name.startsWith('$')) continue
    const value = parse(name, text)
    if (nestsTooDeep(value)) {
      throw badRequest(`Parameter "${name}" nests deeper than ${MAX_NESTING} levels`)
    }
    if (hasInfiniteNumber(value)) throw badRequest(`Parameter "${name}" has a number that is out of range`)
    params[name.slice(1)] = value
  }
  return params
}
