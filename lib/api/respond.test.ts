import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { readBody, readText } from './body'
import { RequestProblem } from './problem'
import { respond } from './respond'

/** A request as Next hands it on: its headers say what comes, and the body is only read when somebody asks. */
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

const answerOf = async (response: Response) => ({
  status: response.status,
  body: await response.json(),
  connection: response.headers.get('connection'),
})

const tooLarge = { status: 413, body: { error: { code: 'body_too_large' } }, connection: 'close' }
const length = { 'content-length': '100000000' }
const chunked = { 'transfer-encoding': 'chunked' }

describe('a body that is too large', () => {
  it('is refused before it is read, when its length is said', async () => {
    const { request, taken } = sent(length, 100_000)
    const response = await respond(request, () => readBody(request, z.object({})))
    expect(await answerOf(response)).toEqual(tooLarge)
    expect(taken()).toBe(0)
  })

  it('is read up to the limit when nothing is said, and the connection is closed', async () => {
    const { request, taken } = sent(chunked, 100_000)
    const response = await respond(request, () => readText(request, 4000))
    expect(await answerOf(response)).toEqual(tooLarge)
    expect(taken()).toBe(5)
  })

  it.each([length, chunked])('is not waited for when the sender is refused before: %o', async (headers) => {
    const { request, taken } = sent(headers, 100_000)
    const response = await respond(request, () => Promise.reject(new RequestProblem(401, 'no_authorization')))
    expect(await answerOf(response)).toEqual({
      status: 401,
      body: { error: { code: 'no_authorization' } },
      connection: 'close',
    })
    expect(taken()).toBe(0)
  })

  it.each([length, chunked])('is not waited for by a route that needs none: %o', async (headers) => {
    const { request, taken } = sent(headers, 100_000)
    const response = await respond(request, async () => ({ done: true }))
    expect(await answerOf(response)).toEqual({ status: 200, body: { done: true }, connection: 'close' })
    expect(taken()).toBe(0)
  })
})

it('a body that was read, or is small, keeps the connection', async () => {
  const read = sent(chunked, 2)
  const answered = await respond(read.request, () => readText(read.request, 4000))
  expect(answered.headers.has('connection')).toBe(false)
  const small = sent({ 'content-length': '2' }, 1)
  const refused = await respond(small.request, () => Promise.reject(new RequestProblem(409, 'busy')))
  expect(refused.headers.has('connection')).toBe(false)
})

it('what nobody foresaw is logged, and not told', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { request } = sent({}, 0)
  const response = await respond(request, () => Promise.reject(new Error('a secret')))
  expect(await answerOf(response)).toMatchObject({ status: 500, body: { error: { code: 'internal' } } })
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})
