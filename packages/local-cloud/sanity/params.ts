import { MAX_NESTING, nestsTooDeep } from '../http/body.ts'
import { badRequest } from './errors.ts'
import type { JsonObject } from './values.ts'

/**
 * The GROQ parameters in a URL (`$name=<JSON>`). Throws an ApiError (400) if one isn't JSON or is nested too deeply.
 */
export function parseGroqParams(search: Iterable<[string, string]>): JsonObject {
  const params: JsonObject = {}
  for (const [name, text] of search) {
    if (!name.startsWith('$')) continue
    try {
      params[name.slice(1)] = JSON.parse(text)
    } catch {
      throw badRequest(`Parameter "${name}" is not valid JSON`)
    }
  }
  if (nestsTooDeep(params)) throw badRequest(`The parameters are nested deeper than ${MAX_NESTING} levels`)
  return params
}
