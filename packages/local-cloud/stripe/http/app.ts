import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isRecord } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Faults } from '../../http/faults.ts'
import { injectFaults } from '../../http/injectFaults.ts'
import { securityHeaders } from '../../http/securityHeaders.ts'
import { createErrorBody, isCommitted, notSupported, StripeProblem } from '../errors.ts'
import { API_VERSION } from '../events.ts'
import { createId } from '../ids.ts'
import { canonicalize, parseForm, type RawMap } from '../params/form.ts'
import type { Account } from '../work.ts'
import { type Permissions, requireKey, requireVersion } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import { expandResponse } from './expand.ts'
import { IdempotencyKeys, type StoredResponse } from './idempotency.ts'

const BODY_LIMIT = 1024 * 1024

type RequestContext = Context<CloudEnvironment>
type Headers = Record<string, string>

const createRequestId = () => createId('req', 14)

function respond({ body, status, requestId }: StoredResponse, headers: Headers = {}): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': API_VERSION,
      // The SDK must not repeat what is not supported (https://docs.stripe.com/error-low-level#the-should-retry-header).
      ...(status === 501 ? { 'stripe-should-retry': 'false' } : {}),
      ...headers,
    },
  })
}

function respondWithProblem(problem: StripeProblem, requestId: string, headers: Headers = {}): Response {
  const body = JSON.stringify(createErrorBody(problem), null, 2)
  return respond({ body, status: problem.status, requestId }, headers)
}

function respondWithFault(status: number, text: string): Response {
  const type = status < 500 ? 'invalid_request_error' : 'api_error'
  const code = status === 429 ? { code: 'rate_limit' } : {}
  return respondWithProblem(new StripeProblem(status, text, { type, ...code }), createRequestId())
}

function createInternalProblem(): StripeProblem {
  return new StripeProblem(500, 'An internal error occurred in the local cloud; see its log', {
    type: 'api_error',
  })
}

/** A response with a field set to null, in the object or in those of a list, as the fault `blank` requests. */
function blankField(body: string, field: string | undefined): string {
  if (field === undefined) return body
  const response: unknown = JSON.parse(body)
  if (!isRecord(response)) return body
  const objects = Array.isArray(response.data) ? response.data : [response]
  for (const object of objects) if (isRecord(object) && field in object) object[field] = null
  return JSON.stringify(response, null, 2)
}

async function readParameters(c: RequestContext): Promise<RawMap> {
  const query = new URL(c.req.url).search.slice(1)
  return parseForm(c.req.method === 'GET' ? query : [query, await c.req.text()].filter(Boolean).join('&'))
}

/** Stripe's API below `/v1`, and the hosted pages. */
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
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.use(bodyLimit({ maxSize: BODY_LIMIT, onError: () => new Response(null, { status: 413 }) }))
  const withFaults = injectFaults(faults, 'stripe', respondWithFault)
  const logFailure = (c: RequestContext, error: unknown) =>
    log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error instanceof Error ? error.stack : error}`)

  const execute = (
    c: RequestContext,
    endpoint: Endpoint,
    raw: RawMap,
    request: { requestId: string; key: string | undefined; headers: Headers },
  ): Response => {
    const { requestId, key, headers } = request
    const remember = (response: StoredResponse) => {
      if (key !== undefined) keys.remember(key, c.req.path, canonicalize(raw), response)
      return response
    }
    let isBegun = false
    try {
      const { expand, run } = endpoint.prepare(raw, (name) => c.req.param(name) ?? '')
      isBegun = true
      const work = begin({ id: requestId, idempotency_key: key ?? null })
      const response = store.transaction(() => {
        const result = expandResponse(store, run(work), expand)
        return remember({ status: 200, body: JSON.stringify(result, null, 2), requestId })
      }, isCommitted)
      return respond({ ...response, body: blankField(response.body, c.get('blank')) }, headers)
    } catch (error) {
      if (!(error instanceof StripeProblem)) logFailure(c, error)
      const problem = error instanceof StripeProblem ? error : createInternalProblem()
      // From the operation on, a key always has the same response.
      if (isBegun && !problem.details.early)
        remember({ status: problem.status, body: JSON.stringify(createErrorBody(problem)), requestId })
      return respondWithProblem(problem, requestId, headers)
    } finally {
      wake()
    }
  }

  const handle = (endpoint: Endpoint) => async (c: RequestContext) => {
    const requestId = createRequestId()
    const { method, path } = c.req
    try {
      requireKey({ authorization: c.req.header('authorization'), method, path }, secretKey, restrictedKeys)
      requireVersion(c.req.header('stripe-version'))
      const raw = await readParameters(c)
      const key = method === 'POST' ? c.req.header('idempotency-key') : undefined
      const headers: Headers = key === undefined ? {} : { 'idempotency-key': key }
      const earlier = key === undefined ? undefined : keys.begin(key, path, canonicalize(raw))
      if (earlier) {
        const replayed = { 'idempotent-replayed': 'true', 'original-request': earlier.requestId }
        return respond({ ...earlier, requestId }, { ...headers, ...replayed })
      }
      try {
        let response: Response | undefined
        const faulty = await withFaults(c, async () => {
          response = execute(c, endpoint, raw, { requestId, key, headers })
        })
        return faulty ?? response ?? respondWithProblem(createInternalProblem(), requestId)
      } finally {
        if (key !== undefined) keys.end(key)
      }
    } catch (error) {
      if (!(error instanceof StripeProblem)) throw error
      return respondWithProblem(error, requestId)
    }
  }

  const notServed = (c: RequestContext) => {
    log(`local cloud: not supported: ${c.req.method} ${c.req.path}`)
    return respondWithProblem(notSupported(`${c.req.method} ${c.req.path}`), createRequestId())
  }

  // Before `/v1/customers/:id`, which matches it too.
  app.get('/v1/:kind/search', notServed)
  app.get('/', (c) => c.text("Stripe's API, served by the local cloud: /v1/customers and so on"))
  for (const hosted of pages) app.route('/', hosted)
  for (const endpoint of endpoints) app.on(endpoint.method, endpoint.path, handle(endpoint))
  app.notFound(notServed)
  app.onError((error, c) => {
    logFailure(c, error)
    return respondWithProblem(createInternalProblem(), createRequestId())
  })
  return app
}
