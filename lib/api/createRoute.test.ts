import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readBody, readText } from './body'
import { createRoute } from './createRoute'
import { RequestProblem } from './problem'

const workAfterResponse = vi.hoisted((): unknown[] => [])
vi.mock('next/server', () => ({ after: (work: unknown) => workAfterResponse.push(work) }))

/** Creates a request as Next passes it: its body, in 1000-byte chunks, is read only on demand. */
function createRequest(headers: Record<string, string>, chunkCount: number) {
  let chunksRead = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        chunksRead += 1
        if (chunksRead > chunkCount) controller.close()
        else controller.enqueue(new TextEncoder().encode(' '.repeat(1000)))
      },
    },
    { highWaterMark: 0 },
  )
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  }
  return { request: new Request('http://localhost/api/any', init), chunksRead: () => chunksRead }
}

const respond = (request: Request, work: () => Promise<unknown>) => createRoute(work)(request)

const readResponse = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
  connection: response.headers.get('connection'),
})

const tooLarge = { status: 413, body: { error: { code: 'body_too_large' } }, connection: 'close' }
const announcedLength = { 'content-length': '100000000' }
const chunked = { 'transfer-encoding': 'chunked' }

describe('a body that is too large', () => {
  it('is rejected without being read when its Content-Length exceeds the limit', async () => {
    const { request, chunksRead } = createRequest(announcedLength, 100_000)
    const response = await respond(request, () => readBody(request, z.object({})))
    expect(await readResponse(response)).toEqual(tooLarge)
    expect(chunksRead()).toBe(0)
  })

  it('is read up to the limit when it has no Content-Length', async () => {
    const { request, chunksRead } = createRequest(chunked, 100_000)
    const response = await respond(request, () => readText(request, 4000))
    expect(await readResponse(response)).toEqual(tooLarge)
    expect(chunksRead()).toBe(5)
  })

  it.each([announcedLength, chunked])(
    'is not read when the request is rejected first: %o',
    async (headers) => {
      const { request, chunksRead } = createRequest(headers, 100_000)
      const response = await respond(request, () =>
        Promise.reject(new RequestProblem(401, 'no_authorization')),
      )
      expect(await readResponse(response)).toEqual({
        status: 401,
        body: { error: { code: 'no_authorization' } },
        connection: 'close',
      })
      expect(chunksRead()).toBe(0)
    },
  )

  it.each([announcedLength, chunked])('is not read by a route that needs no body: %o', async (headers) => {
    const { request, chunksRead } = createRequest(headers, 100_000)
    const response = await respond(request, async () => ({ done: true }))
    expect(await readResponse(response)).toEqual({ status: 200, body: { done: true }, connection: 'close' })
    expect(chunksRead()).toBe(0)
  })
})

it('keeps the connection open for a body that was read, and for a small unread one', async () => {
  const read = createRequest(chunked, 2)
  const responded = await respond(read.request, () => readText(read.request, 4000))
  expect(responded.headers.has('connection')).toBe(false)
  const small = createRequest({ 'content-length': '2' }, 1)
  const refused = await respond(small.request, () => Promise.reject(new RequestProblem(409, 'busy')))
  expect(refused.headers.has('connection')).toBe(false)
})

it('does not log an error when the client disconnects', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const body = new ReadableStream({ pull: () => Promise.reject(new Error('aborted')) })
  const init = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://localhost/api/any', init)
  const response = await respond(request, () => readText(request, 4000))
  expect(await readResponse(response)).toMatchObject({
    status: 400,
    body: { error: { code: 'body_invalid' } },
  })
  expect(log).not.toHaveBeenCalled()
})

it('responds with the code and details of a problem', async () => {
  const { request } = createRequest({}, 0)
  const details = { offer: { version: 'v2' } }
  const response = await respond(request, () =>
    Promise.reject(new RequestProblem(409, 'offer_changed', { details })),
  )
  expect(await response.json()).toEqual({ error: { code: 'offer_changed', offer: { version: 'v2' } } })
})

it('logs an unexpected error and does not reveal it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { request } = createRequest({}, 0)
  const response = await respond(request, () => Promise.reject(new Error('a secret')))
  expect(await readResponse(response)).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
  expect(log).toHaveBeenCalledOnce()
})

it('responds with 503 within ten seconds to work that takes too long, which continues', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const work = Promise.withResolvers<unknown>()
  const { request } = createRequest(chunked, 1)
  const responded = respond(request, () => work.promise)
  await vi.advanceTimersByTimeAsync(9990)
  expect(await readResponse(await responded)).toEqual({
    status: 503,
    body: { error: { code: 'timed_out' } },
    connection: 'close',
  })
  expect(workAfterResponse).toHaveLength(1)
  work.reject(new Error('failed after the response'))
  expect(await Promise.all(workAfterResponse)).toEqual([undefined])
})
