import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { capToDeadline } from '@/lib/deadline'
import { readBody, readText } from './body'
import { RequestProblem } from './problem'
import { respond } from './respond'

const outliving = vi.hoisted((): unknown[] => [])
vi.mock('next/server', () => ({ after: (work: unknown) => outliving.push(work) }))

/** A request as Next passes it: the headers announce the body, which is read only on demand. */
function sent(headers: Record<string, string>, chunks: number) {
  let taken = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken += 1
        if (taken > chunks) controller.close()
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
  return { request: new Request('http://localhost/api/any', init), taken: () => taken }
}

const requestStatus = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
  connection: response.headers.get('connection'),
})

const tooLarge = { status: 413, body: { error: { code: 'body_too_large' } }, connection: 'close' }
const length = { 'content-length': '100000000' }
const chunked = { 'transfer-encoding': 'chunked' }

describe('a body that is too large', () => {
  it('is refused before it is read, by its announced length', async () => {
    const { request, taken } = sent(length, 100_000)
    const response = await respond(request, () => readBody(request, z.object({})))
    expect(await requestStatus(response)).toEqual(tooLarge)
    expect(taken()).toBe(0)
  })

  it('is read up to the limit without an announced length, and the connection is closed', async () => {
    const { request, taken } = sent(chunked, 100_000)
    const response = await respond(request, () => readText(request, 4000))
    expect(await requestStatus(response)).toEqual(tooLarge)
    expect(taken()).toBe(5)
  })

  it.each([length, chunked])('is not awaited when the client is refused before: %o', async (headers) => {
    const { request, taken } = sent(headers, 100_000)
    const response = await respond(request, () => Promise.reject(new RequestProblem(401, 'no_authorization')))
    expect(await requestStatus(response)).toEqual({
      status: 401,
      body: { error: { code: 'no_authorization' } },
      connection: 'close',
    })
    expect(taken()).toBe(0)
  })

  it.each([length, chunked])('is not awaited by a route without a body: %o', async (headers) => {
    const { request, taken } = sent(headers, 100_000)
    const response = await respond(request, async () => ({ done: true }))
    expect(await requestStatus(response)).toEqual({ status: 200, body: { done: true }, connection: 'close' })
    expect(taken()).toBe(0)
  })
})

it('a body that was read, or is small, keeps the connection open', async () => {
  const read = sent(chunked, 2)
  const responded = await respond(read.request, () => readText(read.request, 4000))
  expect(responded.headers.has('connection')).toBe(false)
  const small = sent({ 'content-length': '2' }, 1)
  const refused = await respond(small.request, () => Promise.reject(new RequestProblem(409, 'busy')))
  expect(refused.headers.has('connection')).toBe(false)
})

it('does not log a body whose sender disconnects', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const body = new ReadableStream({ pull: () => Promise.reject(new Error('aborted')) })
  const init = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://localhost/api/any', init)
  const response = await respond(request, () => readText(request, 4000))
  expect(await requestStatus(response)).toMatchObject({
    status: 400,
    body: { error: { code: 'body_invalid' } },
  })
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})

it('a refusal has the code and its details', async () => {
  const { request } = sent({}, 0)
  const details = { offer: { version: 'v2' } }
  const response = await respond(request, () =>
    Promise.reject(new RequestProblem(409, 'offer_changed', { details })),
  )
  expect(await response.json()).toEqual({ error: { code: 'offer_changed', offer: { version: 'v2' } } })
})

it('logs an unexpected error and does not reveal it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { request } = sent({}, 0)
  const response = await respond(request, () => Promise.reject(new Error('a secret')))
  expect(await requestStatus(response)).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

describe('work that takes too long', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('responds within ten seconds at most while its work continues', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const work = Promise.withResolvers<unknown>()
    const { request } = sent(chunked, 1)
    const responded = respond(request, () => work.promise)
    await vi.advanceTimersByTimeAsync(9990)
    expect(await requestStatus(await responded)).toEqual({
      status: 503,
      body: { error: { code: 'timed_out' } },
      connection: 'close',
    })
    expect(outliving).toHaveLength(1)
    work.reject(new Error('too late for anybody to see'))
    expect(await Promise.all(outliving)).toEqual([undefined])
    log.mockRestore()
  })

  it('has less time left with every step, and none afterwards', async () => {
    const left: number[] = []
    const { request } = sent({}, 0)
    const responded = respond(
      request,
      async () => {
        for (let step = 0; step < 4; step += 1) {
          left.push(capToDeadline(5000))
          await new Promise((resolve) => setTimeout(resolve, 2000))
        }
        left.push(capToDeadline(5000))
        return {}
      },
      7000,
    )
    await vi.advanceTimersByTimeAsync(8400)
    expect((await responded).status).toBe(200)
    expect(left).toEqual([5000, 5000, 3000, 1000, 0])
    expect(capToDeadline(5000)).toBe(5000)
  })
})
