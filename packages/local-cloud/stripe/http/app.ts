import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isRecord } from '../../http/body.ts'
import type { CloudEnvironment } from '../../http/context.ts'
import type { Faults } from '../../http/faults.ts'
import { injectFaults } from '../../http/injectFaults.ts'
import { securityHeaders } from '../../http/securityHeaders.ts'
import { createErrorBody, createUnsupportedError, StripeApiError, shouldCommit } from '../errors.ts'
import { API_VERSION } from '../events.ts'
import { createId } from '../ids.ts'
import type { Account } from '../operation.ts'
import { canonicalize, parseForm, type RawMap } from '../params/form.ts'
import { type Permissions, requireKey, requireVersion } from './access.ts'
import type { Endpoint } from './endpoint.ts'
import { expandResponse } from './expand.ts'
import { IdempotencyKeys, type StoredResponse } from './idempotency.ts'

const MAX_BODY_BYTES = 1024 * 1024

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
      // The SDK must not retry unsupported requests (https://docs.stripe.com/error-low-level#the-should-retry-header).
      ...(status === 501 ? { 'stripe-should-retry': 'false' } : {}),
      ...headers,
    },
  })
}

function respondWithError(error: StripeApiError, requestId: string, headers: Headers = {}): Response {
  const body = JSON.stringify(createErrorBody(error), null, 2)
  return respond({ body, status: error.status, requestId }, headers)
}

function respondWithFault(status: number, text: string): Response {
  const type = status < 500 ? 'invalid_request_error' : 'api_error'
  const code = status === 429 ? 'rate_limit' : undefined
  return respondWithError(new StripeApiError(status, text, { type, code }), createRequestId())
}

function createInternalError(): StripeApiError {
  return new StripeApiError(500, 'An internal error occurred in the local cloud; see its log', {
    type: 'api_error',
  })
}

/** Sets `field`, the value of a fault's `blank`, to null in the response's object, or in each object of its list. */
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

/** Creates the application that serves Stripe's API below `/v1` and the hosted pages. */
export function createApiApp(
  { store, startOperation, sendPending }: Account,
  dependencies: {
    secretKey: string
    restrictedKeys: ReadonlyMap<string, Permissions>
    endpoints: readonly Endpoint[]
    pages: readonly Hono<CloudEnvironment>[]
    faults: Faults
    log: (line: string) => void
    /** Returns the machine's Unix time in milliseconds. */
    getMachineTimeMs: () => number
  },
): Hono<CloudEnvironment> {
  const { secretKey, restrictedKeys, endpoints, pages, faults, log, getMachineTimeMs } = dependencies
  const keys = new IdempotencyKeys(store, getMachineTimeMs)
  const app = new Hono<CloudEnvironment>()
  app.use(securityHeaders())
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => new Response(null, { status: 413 }) }))
  const runWithFaults = injectFaults(faults, 'stripe', respondWithFault)
  const logFailure = (c: RequestContext, error: unknown) =>
    log(`local cloud: ${c.req.method} ${c.req.path} failed: ${error instanceof Error ? error.stack : error}`)

  const runEndpoint = (
    c: RequestContext,
    endpoint: Endpoint,
    rawParams: RawMap,
    request: { requestId: string; key: string | undefined; headers: Headers },
  ): Response => {
    const { requestId, key, headers } = request
    const storeForKey = (response: StoredResponse) => {
      if (key !== undefined) keys.storeResponse(key, c.req.path, canonicalize(rawParams), response)
      return response
    }
    let hasOperationStarted = false
    try {
      const { expand, run } = endpoint.prepare(rawParams, c.req.param('id') ?? '')
      hasOperationStarted = true
      const operation = startOperation({ id: requestId, idempotency_key: key ?? null })
      const response = store.transaction(() => {
        const result = expandResponse(store, run(operation), expand)
        return storeForKey({ status: 200, body: JSON.stringify(result, null, 2), requestId })
      }, shouldCommit)
      return respond({ ...response, body: blankField(response.body, c.get('blank')) }, headers)
    } catch (error) {
      if (!(error instanceof StripeApiError)) logFailure(c, error)
      const apiError = error instanceof StripeApiError ? error : createInternalError()
      // The error from a started operation is stored, so that a later request with the same key receives it again.
      if (hasOperationStarted && !apiError.details.isBeforeOperation)
        storeForKey({ status: apiError.status, body: JSON.stringify(createErrorBody(apiError)), requestId })
      return respondWithError(apiError, requestId, headers)
    } finally {
      sendPending()
    }
  }

  const createHandler = (endpoint: Endpoint) => async (c: RequestContext) => {
    const requestId = createRequestId()
    const { method, path } = c.req
    try {
      requireKey({ authorization: c.req.header('authorization'), method, path }, secretKey, restrictedKeys)
      requireVersion(c.req.header('stripe-version'))
      const rawParams = await readParameters(c)
      const key = method === 'POST' ? c.req.header('idempotency-key') : undefined
      const headers: Headers = key === undefined ? {} : { 'idempotency-key': key }
      const stored = key === undefined ? undefined : keys.reserve(key, path, canonicalize(rawParams))
      if (stored) {
        const replayHeaders = { 'idempotent-replayed': 'true', 'original-request': stored.requestId }
        return respond({ ...stored, requestId }, { ...headers, ...replayHeaders })
      }
      try {
        let response: Response | undefined
        const faultResponse = await runWithFaults(c, async () => {
          response = runEndpoint(c, endpoint, rawParams, { requestId, key, headers })
        })
        return faultResponse ?? response ?? respondWithError(createInternalError(), requestId)
      } finally {
        if (key !== undefined) keys.release(key)
      }
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return respondWithError(error, requestId)
    }
  }

  const respondUnsupported = (c: RequestContext) => {
    log(`local cloud: not supported: ${c.req.method} ${c.req.path}`)
    return respondWithError(createUnsupportedError(`${c.req.method} ${c.req.path}`), createRequestId())
  }

  // Precedes `/v1/customers/:id`, which also matches the path of a search.
  app.get('/v1/:kind/search', respondUnsupported)
  app.get('/', (c) => c.text("Stripe's API, served by the local cloud below /v1"))
  for (const hostedPages of pages) app.route('/', hostedPages)
  for (const endpoint of endpoints) app.on(endpoint.method, endpoint.path, createHandler(endpoint))
  app.notFound(respondUnsupported)
  app.onError((error, c) => {
    logFailure(c, error)
    return respondWithError(createInternalError(), createRequestId())
  })
  return app
}
