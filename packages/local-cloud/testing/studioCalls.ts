import { expect, type Page, type Request } from '@playwright/test'
import {
  addCalls,
  isRecording,
  kindOf,
  knownCalls,
  listRequirements,
  type StudioCall,
} from './studioCallList.ts'

function withoutGuards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutGuards)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key]) => !/^if.*Revision/.test(key) && key !== 'transactionId',
  )
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === 'secret' ? 'redacted' : withoutGuards(item)]),
  )
}

function readBody(request: Request): unknown {
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

/** The origins of the Content Lake at `contentLakeOrigin`: its own, and the project's. */
function contentLakeOrigins(contentLakeOrigin: string): string[] {
  return [contentLakeOrigin, contentLakeOrigin.replace('//localhost:', '//local.localhost:')]
}

type Recorded = { calls: Map<string, StudioCall>; refused: Set<string> }
const recordedCalls = new WeakMap<Page, Recorded>()

/** Records every request of a page to the Content Lake at `contentLakeOrigin`, for {@link expectServed}. */
export function noteCalls(page: Page, contentLakeOrigin: string): void {
  if (recordedCalls.has(page)) return
  const origins = contentLakeOrigins(contentLakeOrigin)
  const { calls, refused }: Recorded = { calls: new Map(), refused: new Set() }
  recordedCalls.set(page, { calls, refused })
  // A preflight was refused, about which browsers report nothing else.
  page.on('requestfailed', (request) => {
    const isRefusal = request.failure()?.errorText === 'net::ERR_FAILED'
    if (isRefusal && origins.includes(new URL(request.url()).origin)) refused.add(request.url())
  })
  page.on('response', (response) => {
    const request = response.request()
    const { origin, pathname, searchParams } = new URL(request.url())
    if (response.status() === 421 && origins.includes(origin)) refused.add(request.url())
    // Images have no fixed caller, and sign-in has tests of its own.
    if (!origins.includes(origin) || /^\/(images|files)\/|\/auth\/(login|fetch)/.test(pathname)) return
    const call = {
      method: request.method(),
      path: pathname,
      search: Object.fromEntries(searchParams),
      body: readBody(request),
      status: response.status(),
    }
    // A successful call replaces a refused one.
    const known = calls.get(kindOf(call))
    if (!known || (known.status >= 400 && call.status < 400)) calls.set(kindOf(call), call)
  })
}

/**
 * Fails when the Content Lake does not serve a request of the Studio or refuses it to this page. Reports requests that
 * the list lacks: after an upgrade, `RECORD_STUDIO_CALLS=1` adds them.
 */
export function expectServed(page: Page): void {
  const recorded = recordedCalls.get(page)
  const calls = [...(recorded?.calls.values() ?? [])]
  const known = knownCalls()
  if (isRecording) {
    const kinds = new Set(known.map(kindOf))
    const added = calls.filter((call) => !kinds.has(kindOf(call)))
    if (added.length > 0) addCalls(added)
    return
  }
  const demands = new Set(known.flatMap(listRequirements))
  const unknown = new Set(calls.flatMap(listRequirements).filter((demand) => !demands.has(demand)))
  for (const demand of unknown) console.warn(`studioCalls.json lacks: ${demand}`)
  expect(calls.filter(({ status }) => status === 501).map(kindOf)).toEqual([])
  expect([...(recorded?.refused ?? [])]).toEqual([])
}
