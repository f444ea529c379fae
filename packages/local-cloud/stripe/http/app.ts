import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Faults } from '../../http/faults.ts'
import { injectFaults } from '../../http/injectFaults.ts'
import { securityHeaders } from '../../http/securityHeaders.ts'
import { errorBody, notSupported, StripeProblem } from '../errors.ts'
import { API_VERSION } from '../events/version.ts'
import { newId } from '../ids.ts'
import { canonical, parseForm, type RawMap } from '../params/form.ts'
import type { Account } from '../work.ts'
import { type Permissions, requireKey, requirePermission, requireVersion } from './access.ts'
import { blanked } from './blank.ts'
import type { Endpoint } from './endpoint.ts'
import { expanded } from './expand.ts'
import { IdempotencyKeys, type Remembered } from './idempotency.ts'

/** A request's body. Bytes. */
const BODY_LIMIT = 1024 * 1024

type RequestContext = Context<CloudEnvironment>

/** What an error answers when it is none of Stripe's own. */
function unexpected(): StripeProblem {
  return new StripeProblem(500, 'An unknown error occurred in the local cloud; its log says more', {
    type: 'api_error',
  })
}

function faultAnswer(status: number, text: string): Response {
  const type = status < 500 ? 'invalid_request_error' : 'api_error'
  const code = status === 429 ? { code: 'rate_limit' } : {}
  const problem = new StripeProblem(status, text, { type, ...code })
  return jsonAnswer(JSON.stringify(errorBody(problem, newId('req', 14))), status, newId('req', 14))
}

function jsonAnswer(
  body: string,
  status: number,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': API_VERSION,
      ...headers,
    },
  })
}

function problemAnswer(
  problem: StripeProblem,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const { retry } = problem.details
  return jsonAnswer(JSON.stringify(errorBody(problem, requestId), null, 2), problem.status, requestId, {
    ...(retry === undefined ? {} : { 'stripe-should-retry': String(retry) }),
    ...headers,
  })
}

async function parameters(c: RequestContext): Promise<RawMap> {
  if (c.req.method === 'GET') return parseForm(new URL(c.req.url).search.slice(1))
  const query = new URL(c.req.url).search.slice(1)
  const body = await c.req.text()
  const type = c.req.header('content-type') ?? ''
  if (body !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw new StripeProblem(
      400,
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have questions, we can help at https://support.stripe.com/.`,
      { early: true },
    )
  }
  return parseForm([query, body].filter(Boolean).join('&'))
}

/** Stripe's API below `/v1`, for the holder of the secret key, and the hosted pages. */
export function createApiApp(
  { store, work: begin, wake }: Account,
  parts: {
    secretKey: string
    restrictedKeys: ReadonlyMap<string, Permissions>
    endpoints: readonly Endpoint[]
    pages: readonly Hono<CloudEnvironment>[]
    faults: Faults
    log: (line: string) => void
    /** The machine's clock. Milliseconds since 1970. */
    machine: () => number
  },
): Hono<CloudEnvironment> {
  const { secretKey, restrictedKeys, endpoints, pages, faults, log, machine } = parts
  const keys = new IdempotencyKeys(store, machine)
  const seen = new Set<string>()
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  const limit = bodyLimit({ maxSize: BODY_LIMIT, onError: () => new Response(null, { status: 413 }) })
  // Looking for a body costs more than most answers do, and GET has none.
  app.use((c, next) => (c.req.method === 'GET' ? next() : limit(c, next)))
  const withFaults = injectFaults(faults, 'stripe', faultAnswer)

  const carryOut = (
    c: RequestContext,
    endpoint: Endpoint,
    raw: RawMap,
    requestId: string,
    key?: string,
  ): Response => {
    const { path } = c.req
    const id = key ?? null
    const work = begin({ id: requestId, idempotency_key: id })
    const remember = (answer: Remembered) => {
      if (key !== undefined && c.req.method === 'POST') keys.remember(key, path, canonical(raw), answer)
      return answer
    }
    let problem: StripeProblem | undefined
    let answer: Remembered | undefined
    let begun = false
    try {
      const prepared = endpoint.prepare(raw, (name) => c.req.param(name) ?? '')
      begun = true
      answer = store.transaction(
        () => {
          const result = expanded(store, prepared.run(work), prepared.expand)
          return remember({ status: 200, body: JSON.stringify(result, null, 2), requestId })
        },
        (error) => error instanceof StripeProblem && error.details.keep === true,
      )
    } catch (error) {
      if (!(error instanceof StripeProblem)) {
        log(
          `local cloud: ${c.req.method} ${path} failed: ${error instanceof Error ? error.stack : String(error)}`,
        )
      }
      problem = error instanceof StripeProblem ? error : unexpected()
      if (begun && !problem.details.early) {
        remember({ status: problem.status, body: JSON.stringify(errorBody(problem, requestId)), requestId })
      }
    }
    wake()
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    if (problem) return problemAnswer(problem, requestId, headers)
    return jsonAnswer(blanked(answer?.body ?? '', c.get('blank')), 200, requestId, headers)
  }

  const handle = (endpoint: Endpoint) => async (c: RequestContext) => {
    const requestId = newId('req', 14)
    let key: string | undefined
    try {
      const apiKey = requireKey(c.req.header('authorization'), secretKey, restrictedKeys)
      const permissions = restrictedKeys.get(apiKey)
      if (permissions) requirePermission(permissions, apiKey, c.req.method, c.req.path)
      requireVersion(c.req.header('stripe-version'))
      const raw = await parameters(c)
      key = c.req.method === 'POST' ? c.req.header('idempotency-key') : undefined
      const earlier = key === undefined ? undefined : keys.begin(key, c.req.path, canonical(raw))
      if (earlier && key !== undefined) {
        return jsonAnswer(earlier.body, earlier.status, requestId, {
          'idempotency-key': key,
          'idempotent-replayed': 'true',
          'original-request': earlier.requestId,
        })
      }
      try {
        let response: Response | undefined
        const faulty = await withFaults(c, async () => {
          response = carryOut(c, endpoint, raw, requestId, key)
        })
        return faulty ?? response ?? problemAnswer(unexpected(), requestId)
      } finally {
        if (key !== undefined) keys.end(key)
      }
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      return problemAnswer(error, requestId)
    }
  }

  const notServed = (c: RequestContext) => {
    const request = `${c.req.method} ${c.req.path}`
    if (!seen.has(request) && seen.size < 1000) {
      seen.add(request)
      log(`local cloud: not supported: ${request}`)
    }
    return problemAnswer(notSupported(request), newId('req', 14))
  }

  // Before `/v1/customers/:id`, which would look for somebody of that name.
  app.get('/v1/:kind/search', notServed)
  app.get('/', (c) => c.text('Stripe, as the local cloud answers for it: /v1/customers and so on'))
  for (const hosted of pages) app.route('/', hosted)
  for (const endpoint of endpoints) app.on(endpoint.method, endpoint.path, handle(endpoint))
  app.notFound(notServed)
  app.onError((error, c) => {
    log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error.stack ?? error.message}`)
    return problemAnswer(unexpected(), newId('req', 14))
  })
  return app
}
