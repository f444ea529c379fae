import { expect, type Page, type Request } from '@playwright/test'
import {
  addCalls,
  getCallKind,
  isRecording,
  listRequirements,
  readKnownCalls,
  type StudioCall,
} from './studioCallList.ts'

/** Omits revision guards and transaction ids, which differ between runs, and redacts secrets. */
function normalizeBody(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalizeBody)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key]) => !/^if.*Revision/.test(key) && key !== 'transactionId',
  )
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === 'secret' ? 'redacted' : normalizeBody(item)]),
  )
}

function readBody(request: Request): unknown {
  if (request.method() === 'GET') return undefined
  if (request.url().includes('/assets/')) return 'bytes'
  const text = request.postData()
  if (!text) return undefined
  try {
    return normalizeBody(JSON.parse(text))
  } catch {
    return 'bytes'
  }
}

/** The two origins of a Content Lake: `contentLakeOrigin`, and that of the project's host. */
function getContentLakeOrigins(contentLakeOrigin: string): string[] {
  return [contentLakeOrigin, contentLakeOrigin.replace('//localhost:', '//local.localhost:')]
}

type RecordedCalls = { calls: Map<string, StudioCall>; refused: Set<string> }
const recordedCalls = new WeakMap<Page, RecordedCalls>()

/**
 * Records a page's requests to the Content Lake at `contentLakeOrigin`, one of each kind, and the URLs of the refused
 * ones, for {@link expectCallsServed}.
 */
export function recordCalls(page: Page, contentLakeOrigin: string): void {
  if (recordedCalls.has(page)) return
  const origins = getContentLakeOrigins(contentLakeOrigin)
  const { calls, refused }: RecordedCalls = { calls: new Map(), refused: new Set() }
  recordedCalls.set(page, { calls, refused })
  // Chromium reports a refused preflight only as `net::ERR_FAILED`.
  page.on('requestfailed', (request) => {
    const isRefusal = request.failure()?.errorText === 'net::ERR_FAILED'
    if (isRefusal && origins.includes(new URL(request.url()).origin)) refused.add(request.url())
  })
  page.on('response', (response) => {
    const request = response.request()
    const { origin, pathname, searchParams } = new URL(request.url())
    if (response.status() === 421 && origins.includes(origin)) refused.add(request.url())
    // Excludes images and files, which any page may load, and sign-in, which has its own tests.
    if (!origins.includes(origin) || /^\/(images|files)\/|\/auth\/(login|fetch)/.test(pathname)) return
    const call = {
      method: request.method(),
      path: pathname,
      search: Object.fromEntries(searchParams),
      body: readBody(request),
      status: response.status(),
    }
    // A successful call replaces a failed one.
    const known = calls.get(getCallKind(call))
    if (!known || (known.status >= 400 && call.status < 400)) calls.set(getCallKind(call), call)
  })
}

/**
 * Fails when the Content Lake returned 501 for a recorded request, or refused a request. Warns about features that
 * `studioCalls.json` lacks. With `RECORD_STUDIO_CALLS=1` (for use after upgrading the Studio), checks nothing, and adds
 * the calls to that file instead.
 */
export function expectCallsServed(page: Page): void {
  const recorded = recordedCalls.get(page)
  const calls = [...(recorded?.calls.values() ?? [])]
  const known = readKnownCalls()
  if (isRecording) {
    const kinds = new Set(known.map(getCallKind))
    const added = calls.filter((call) => !kinds.has(getCallKind(call)))
    if (added.length > 0) addCalls(added)
    return
  }
  const knownRequirements = new Set(known.flatMap(listRequirements))
  const unknownRequirements = new Set(
    calls.flatMap(listRequirements).filter((requirement) => !knownRequirements.has(requirement)),
  )
  for (const requirement of unknownRequirements) console.warn(`studioCalls.json lacks: ${requirement}`)
  expect(calls.filter(({ status }) => status === 501).map(getCallKind)).toEqual([])
  expect([...(recorded?.refused ?? [])]).toEqual([])
}
