import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** RECORD_STUDIO_CALLS=1 adds new calls to the list. */
export const isRecording = process.env.RECORD_STUDIO_CALLS === '1'

/** A request of the Studio to the Content Lake, with the status of its response. */
export type StudioCall = z.infer<typeof callSchema>

const callSchema = z.object({
  method: z.string(),
  /** With the API version: `/v2025-02-19/data/query/production`. */
  path: z.string(),
  search: z.record(z.string(), z.string()),
  /** A JSON body without revision guards; the text `bytes` for an upload. */
  body: z.unknown().optional(),
  status: z.number(),
})

const file = join(import.meta.dirname, 'studioCalls.json')

/** The Studio's Vision tool uses the current date as the API version, `today` in the list. */
const today = new Date().toISOString().slice(0, 10)

/** The recorded calls of the Studio. */
export function knownCalls(): StudioCall[] {
  try {
    const calls = z.array(callSchema).parse(JSON.parse(readFileSync(file, 'utf8')))
    return calls.map((call) => ({ ...call, path: call.path.replace(/^\/vtoday\//, `/v${today}/`) }))
  } catch (error) {
    if (isRecording) return []
    throw error
  }
}

function collectNames(value: unknown, found: (item: object) => string[]): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap((item) => (typeof item === 'object' && item !== null ? found(item) : []))
}

/** The names of a body's actions, or of its mutations and the operations of patches. */
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

/** A call's endpoint without ids of documents and users. */
function toEndpoint({ method, path }: StudioCall): string {
  const place = path
    .replace(/\/(documents|transactions|doc\/[^/]+|keyvalue)\/[^/]+/, '/$1/:id')
    .replace(/\/users\/(?!me)[^/]+/, '/users/:id')
  return `${method} ${place}`
}

function listOptions({ search }: StudioCall): string[] {
  return Object.keys(search).filter((name) => !name.startsWith('$') && name !== 'tag')
}

/** A call's requirements: its endpoint, each of its options, and each operation in its body. */
export function listRequirements(call: StudioCall): string[] {
  const endpoint = toEndpoint(call)
  const options = listOptions(call).map((name) => `${endpoint}?${name}`)
  return [endpoint, ...options, ...listOperations(call.body).map((name) => `${endpoint} ${name}`)]
}

/**
 * A key of equivalent calls, one of which is sufficient as an example. Queries are identified by their tag, since their
 * text varies with the screen.
 */
export function kindOf(call: StudioCall): string {
  const work = [...new Set(listOperations(call.body))].sort().join('+')
  return [toEndpoint(call), call.search.tag ?? '', listOptions(call).sort().join('&'), work].join(' ').trim()
}

/** Adds calls to the list. */
export function addCalls(calls: StudioCall[]): void {
  const all = [...knownCalls(), ...calls].map((call) => ({
    ...call,
    path: call.path.replace(`/v${today}/`, '/vtoday/'),
  }))
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
