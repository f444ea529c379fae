import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Whether to add new calls to the list (RECORD_STUDIO_CALLS=1). */
export const isRecording = process.env.RECORD_STUDIO_CALLS === '1'

/** A request from the Studio to the Content Lake, with the status of its response. */
export type StudioCall = z.infer<typeof callSchema>

const callSchema = z.object({
  method: z.string(),
  /** Includes the API version: `/v2025-02-19/data/query/production`. */
  path: z.string(),
  search: z.record(z.string(), z.string()),
  /**
   * A JSON body without revision guards and transaction ids, with redacted secrets; the string `bytes` for an upload or
   * a body that is not JSON.
   */
  body: z.unknown().optional(),
  status: z.number(),
})

const file = join(import.meta.dirname, 'studioCalls.json')

/** The current date, which the Studio's Vision tool uses as the API version. The list has `today` instead. */
const today = new Date().toISOString().slice(0, 10)

/** Reads the Studio's recorded calls. While recording, an unreadable list counts as empty. */
export function readKnownCalls(): StudioCall[] {
  try {
    const calls = z.array(callSchema).parse(JSON.parse(readFileSync(file, 'utf8')))
    return calls.map((call) => ({ ...call, path: call.path.replace(/^\/vtoday\//, `/v${today}/`) }))
  } catch (error) {
    if (isRecording) return []
    throw error
  }
}

function collectNames(value: unknown, listNames: (item: object) => string[]): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap((item) => (typeof item === 'object' && item !== null ? listNames(item) : []))
}

/**
 * The types of a body's actions, or the operations of its mutations and patches. The string `bytes` counts as an
 * operation.
 */
function listOperations(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return body === undefined ? [] : [String(body)]
  if ('actions' in body) {
    return collectNames(body.actions, (action) => ('actionType' in action ? [String(action.actionType)] : []))
  }
  if (!('mutations' in body)) return []
  return collectNames(body.mutations, (mutation) =>
    Object.entries(mutation).flatMap(([name, value]) =>
      name === 'patch'
        ? collectNames(value, (patch) => Object.keys(patch).filter((key) => key !== 'id'))
        : [name],
    ),
  )
}

/** A call's method and path, with `:id` in place of keys and of the ids of documents, transactions and users. */
function toEndpoint({ method, path }: StudioCall): string {
  const normalizedPath = path
    .replace(/\/(documents|transactions|doc\/[^/]+|keyvalue)\/[^/]+/, '/$1/:id')
    .replace(/\/users\/(?!me)[^/]+/, '/users/:id')
  return `${method} ${normalizedPath}`
}

function listOptions({ search }: StudioCall): string[] {
  return Object.keys(search).filter((name) => !name.startsWith('$') && name !== 'tag')
}

/** The features that a call needs: its endpoint, each of its options, and each operation in its body. */
export function listRequirements(call: StudioCall): string[] {
  const endpoint = toEndpoint(call)
  const options = listOptions(call).map((name) => `${endpoint}?${name}`)
  return [endpoint, ...options, ...listOperations(call.body).map((name) => `${endpoint} ${name}`)]
}

/**
 * Returns a key that equivalent calls share; the list needs one call per key. Queries are identified by their tag,
 * since their text depends on what the Studio shows.
 */
export function getCallKind(call: StudioCall): string {
  const operations = [...new Set(listOperations(call.body))].sort().join('+')
  return [toEndpoint(call), call.search.tag ?? '', listOptions(call).sort().join('&'), operations]
    .join(' ')
    .trim()
}

/** Adds calls to the list. */
export function addCalls(calls: StudioCall[]): void {
  const allCalls = [...readKnownCalls(), ...calls].map((call) => ({
    ...call,
    path: call.path.replace(`/v${today}/`, '/vtoday/'),
  }))
  writeFileSync(file, `${JSON.stringify(allCalls, null, 2)}\n`)
}
