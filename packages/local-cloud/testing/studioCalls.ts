import { expect, type Page, type Request } from '@playwright/test'
import { addCalls, demandsOf, isRecording, kindOf, knownCalls, type StudioCall } from './studioCallList.ts'

function withoutGuards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGuards)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key]) => !/^if.*Revision/.test(key) && key !== 'transactionId',
  )
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === 'secret' ? 'not told' : withoutGuards(item)]),
  )
}

function bodyOf(request: Request): unknown {
  if (request.method() === 'GET') return undefined
  if (request.url().includes('/assets/')) return 'bytes'
  const text = request.postData()
  if (!text) return undefined
  try {
    return withoutGuards(JSON.parse(text))
  } catch {
    return 'bytes'
  }
}

type Noted = { calls: Map<string, StudioCall>; refused: Set<string> }
const made = new WeakMap<Page, Noted>()

/** Notes every call that a page makes to the content lake at `lakeOrigin` from now on, for {@link expectServed}. */
export function noteCalls(page: Page, lakeOrigin: string): void {
  if (made.has(page)) return
  const { calls, refused }: Noted = { calls: new Map(), refused: new Set() }
  made.set(page, { calls, refused })
  // Refused in the preflight, which browsers tell nothing else of.
  page.on('requestfailed', (request) => {
    const isRefusal = request.failure()?.errorText === 'net::ERR_FAILED'
    if (isRefusal && new URL(request.url()).origin === lakeOrigin) refused.add(request.url())
  })
  page.on('response', (response) => {
    const request = response.request()
    const { origin, pathname, searchParams } = new URL(request.url())
    if (response.status() === 421 && origin === lakeOrigin) refused.add(request.url())
    // Pictures are asked for by whatever shows them; sign-in is tried by tests of its own.
    if (origin !== lakeOrigin || /^\/(images|files)\/|\/auth\/(login|fetch)/.test(pathname)) return
    const call = {
      method: request.method(),
      path: pathname,
      search: Object.fromEntries(searchParams),
      body: bodyOf(request),
      status: response.status(),
    }
    // One that was carried out tells more than one that was refused.
    const known = calls.get(kindOf(call))
    if (!known || (known.status >= 400 && call.status < 400)) calls.set(kindOf(call), call)
  })
}

/**
 * Fails when the Studio asked for something that the lake does not serve or refuses to this page, and tells what it
 * asked for that no example in the list has: after an upgrade, `RECORD_STUDIO_CALLS=1` adds it to the list.
 */
export function expectServed(page: Page): void {
  const noted = made.get(page)
  const calls = [...(noted?.calls.values() ?? [])]
  const known = knownCalls()
  if (isRecording) {
    const kinds = new Set(known.map(kindOf))
    const added = calls.filter((call) => !kinds.has(kindOf(call)))
    if (added.length > 0) addCalls(added)
    return
  }
  const demands = new Set(known.flatMap(demandsOf))
  const unknown = new Set(calls.flatMap(demandsOf).filter((demand) => !demands.has(demand)))
  for (const demand of unknown) console.warn(`The Studio's calls that are known lack: ${demand}`)
  expect(calls.filter(({ status }) => status === 501).map(kindOf)).toEqual([])
  expect([...(noted?.refused ?? [])]).toEqual([])
}
