import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { log, withRequestId } from './log'

let written: MockInstance<typeof console.error>
beforeEach(() => {
  written = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => written.mockRestore())

const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)))

describe('log', () => {
  it('writes one object a line, with the error and its cause', () => {
    const cause = Object.assign(new Error('connect\nrefused'), { code: 'ECONNREFUSED' })
    log.error('billing', 'a refund failed', new Error('no answer', { cause }))
    expect(String(written.mock.calls[0])).not.toContain('\n')
    expect(lines()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        level: 'error',
        source: 'billing',
        message: 'a refund failed',
        error: {
          name: 'Error',
          message: 'no answer',
          stack: expect.stringContaining('log.test.ts'),
          cause: expect.objectContaining({ message: 'connect\nrefused', code: 'ECONNREFUSED' }),
        },
      },
    ])
  })

  it('redacts emails everywhere in errors of services', () => {
    const cause = new Error('Invalid email: "mia.o\'neil+x@sub.example.com"')
    log.error('api', 'mia@example.com was refused', new Error('to=<mia@example.com>', { cause }))
    log.error('api', 'refused', 'mia@example.com')
    log.error('api', 'no answer: /customers?limit=1&email=mia%40example.com&expand[]=data')
    expect(String(written.mock.calls)).not.toMatch(/example\.com/)
    expect(lines()[0].error.message).toBe('to=<[email]>')
    expect(lines()[2].message).toBe('no answer: /customers?limit=1&email=[email]&expand[]=data')
  })

  it('is fast for a text without spaces', () => {
    log.error('api', `${'x'.repeat(300_000)} mia@example.com`)
    expect(lines()[0].message).toMatch(/^x{300000} \[email\]$/)
  })

  it('separates the lines of concurrent requests, also after their responses', async () => {
    const responses: string[] = []
    const late = (['one', 'two'] as const).map((message) =>
      withRequestId(null, async (id) => {
        responses.push(id)
        await Promise.resolve()
        log.error('api', message)
      }),
    )
    await Promise.all(late)
    expect(lines().map(({ message, request }) => [message, request])).toEqual([
      ['one', responses[0]],
      ['two', responses[1]],
    ])
    expect(new Set(responses).size).toBe(2)
  })

  it('accepts the id of a proxy only in the right form', () => {
    expect(withRequestId('req-12345678', (id) => id)).toBe('req-12345678')
    for (const given of ['short', 'a b c d e f g h', '"}{"level":"error', 'x'.repeat(65)]) {
      expect(withRequestId(given, (id) => id)).toMatch(/^[\da-f-]{36}$/)
    }
  })
})
