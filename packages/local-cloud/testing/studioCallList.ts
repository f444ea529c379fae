import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** With RECORD_STUDIO_CALLS=1 calls that are new are added to the list instead of failing a test. */
export const isRecording = process.env.RECORD_STUDIO_CALLS === '1'

/** A call of the Studio to the content lake, as it was answered. */
export type StudioCall = z.infer<typeof callSchema>

const callSchema = z.object({
  method: z.string(),
  /** With the API version: `/v2025-02-19/data/query/production`. */
  path: z.string(),
  search: z.record(z.string(), z.string()),
  /** A JSON body without guards on revisions; the text `bytes` for an upload. */
  body: z.unknown().optional(),
  status: z.number(),
})

const file = join(import.meta.dirname, 'studioCalls.json')

/** The Studio's tool for queries takes the day itself for the API version, which the list calls `today`. */
const today = new Date().toISOString().slice(0, 10)

/** The list of calls that the Studio is known to make. */
export function knownCalls(): StudioCall[] {
  try {
    const calls = z.array(callSchema).parse(JSON.parse(readFileSync(file, 'utf8')))
    return calls.map((call) => ({ ...call, path: call.path.replace(/^\/vtoday\//, `/v${today}/`) }))
  } catch (error) {
    if (isRecording) return []
    throw error
  }
}

function namesIn(value: unknown, found: (item: object) => string[]): string[] {
  const items = Array.isArray(value) ? value : [value]
  return items.flatMap((item) => (typeof item === 'object' && item !== null ? found(item) : []))
}

/** What a body asks to be done: names of actions, or of mutations and the operations of patches. */
function workIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return body === undefined ? [] : [String(body)]
  if ('actions' in body) {
    return namesIn(body.actions, (action) => ('actionType' in action ? [String(action.actionType)] : []))
  }
  if (!('mutations' in body)) return []
  return namesIn(body.mutations, (mutation) =>
    Object.entries(mutation).flatMap(([name, value]) =>
      name === 'patch' ? namesIn(value, (patch) => Object.keys(patch).filter((key) => key !== 'id')) : [name],
    ),
  )
}

/** A call's endpoint, whatever documents and people it is about. */
function endpointOf({ method, path }: StudioCall): string {
  const place = path
    .replace(/\/(documents|transactions|doc\/[^/]+|keyvalue)\/[^/]+/, '/$1/:id')
    .replace(/\/users\/(?!me)[^/]+/, '/users/:id')
  return `${method} ${place}`
}

function optionsOf({ search }: StudioCall): string[] {
  return Object.keys(search).filter((name) => !name.startsWith('$') && name !== 'tag')
}

/** What a call asks of the lake: its endpoint, each of its options, and each piece of work in its body. */
export function demandsOf(call: StudioCall): string[] {
  const endpoint = endpointOf(call)
  const options = optionsOf(call).map((name) => `${endpoint}?${name}`)
  return [endpoint, ...options, ...workIn(call.body).map((name) => `${endpoint} ${name}`)]
}

/**
 * What makes two calls examples of the same thing, one of which is enough. Questions are known by the tag that the
 * Studio gives each of them, since their text holds whatever happens to be on the screen.
 */
export function kindOf(call: StudioCall): string {
  const work = [...new Set(workIn(call.body))].sort().join('+')
  return [endpointOf(call), call.search.tag ?? '', optionsOf(call).sort().join('&'), work].join(' ').trim()
}

/** Adds calls to the list. */
export function addCalls(calls: StudioCall[]): void {
  const all = [...knownCalls(), ...calls].map((call) => ({
    ...call,
    path: call.path.replace(`/v${today}/`, '/vtoday/'),
  }))
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`)
}
