import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { log, withRequestId } from './log'

let consoleError: MockInstance<typeof console.error>
beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
})

const readLines = () => consoleError.mock.calls.map(([line]) => JSON.parse(String(line)))

describe('log', () => {
  it('writes one JSON object per line, with the error and its cause', () => {
    const cause = Object.assign(new Error('connect\nrefused'), { code: 'ECONNREFUSED' })
    log.error('billing', 'a refund failed', new Error('no response', { cause }))
    expect(String(consoleError.mock.calls[0])).not.toContain('\n')
    expect(readLines()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        level: 'error',
        source: 'billing',
        message: 'a refund failed',
        error: {
          name: 'Error',
          message: 'no response',
          stack: expect.stringContaining('log.test.ts'),
          cause: expect.objectContaining({ message: 'connect\nrefused', code: 'ECONNREFUSED' }),
        },
      },
    ])
  })

  it('redacts emails in messages, errors and their causes', () => {
    const cause = new Error('Invalid email: "mia.o\'neil+x@sub.example.com"')
    log.error('api', 'mia@example.com was refused', new Error('to=<mia@example.com>', { cause }))
    log.error('api', 'refused', 'mia@example.com')
    log.error('api', 'no response: /customers?limit=1&email=mia%40example.com&expand[]=data')
    expect(String(consoleError.mock.calls)).not.toMatch(/example\.com/)
    expect(readLines()[0].error.message).toBe('to=<[email]>')
    expect(readLines()[2].message).toBe('no response: /customers?limit=1&email=[email]&expand[]=data')
  })

  it('redacts an email after 300,000 characters without spaces', () => {
    log.error('api', `${'x'.repeat(300_000)} mia@example.com`)
    expect(readLines()[0].message).toMatch(/^x{300000} \[email\]$/)
  })

  it('labels each line with the id of its request, even when requests are concurrent', async () => {
    const ids: string[] = []
    const requests = (['one', 'two'] as const).map((message) =>
      withRequestId(null, async (id) => {
        ids.push(id)
        await Promise.resolve()
        log.error('api', message)
      }),
    )
    await Promise.all(requests)
    expect(readLines().map(({ message, request }) => [message, request])).toEqual([
      ['one', ids[0]],
      ['two', ids[1]],
    ])
    expect(new Set(ids).size).toBe(2)
  })

  it('replaces a malformed request id from a proxy', () => {
    expect(withRequestId('req-12345678', (id) => id)).toBe('req-12345678')
    for (const malformedId of ['short', 'a b c d e f g h', '"}{"level":"error', 'x'.repeat(65)]) {
      expect(withRequestId(malformedId, (id) => id)).toMatch(/^[\da-f-]{36}$/)
    }
  })
})
