import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDelivery, toFailureReason } from './delivery'
import { type ContactField, parseTopic, validateField } from './fields'
import { createPayload, formatMessageText } from './payload'
import { unsentMessage } from './unsentMessage'

const values = {
  name: ' Ada ',
  email: 'ada@example.com',
  phone: '',
  message: ' Hello\r\nthere ',
}
const payload = createPayload(values, [], 'site@example.com')

describe('createPayload', () => {
  it('returns exactly the five specified fields', () => {
    expect(payload).toEqual({
      from_name: 'Ada',
      from_email: 'ada@example.com',
      phone: '',
      message: 'Hello\nthere',
      to_email: 'site@example.com',
    })
  })

  it('starts the message with the topic and the preferred times', () => {
    expect(createPayload(values, ['Topic: Studio tour', 'First choice: Monday'], '').message).toBe(
      'Topic: Studio tour\nFirst choice: Monday\n\nHello\nthere',
    )
    expect(formatMessageText(' ', ['Topic: Studio tour'])).toBe('Topic: Studio tour')
  })

  it('removes line breaks from the name, the email, the phone number and the topic', () => {
    const hostile = 'Eve\r\nBcc: all@example.com\u2028X\u0000'
    const created = createPayload(
      { ...values, name: hostile, email: hostile, phone: hostile, message: 'a\u0000b' },
      [hostile],
      '',
    )
    for (const text of [created.from_name, created.from_email, created.phone])
      expect(text).not.toMatch(/[\r\n\u2028\0]/)
    expect(created.message).toBe('Eve Bcc: all@example.com X\n\nab')
  })

  it('removes invisible characters from the visitor’s email', () => {
    const email = '\ufeffada@exam\u00adple.com\u200b'
    expect(validateField('email', email)).toBeUndefined()
    expect(createPayload({ ...values, email }, [], '').from_email).toBe('ada@example.com')
  })

  it('preserves tabs and normalizes line breaks in the message', () => {
    expect(formatMessageText('a\tb\n\n\u2029c\r', [])).toBe('a\tb\n\n\nc')
  })
})

it.each([
  ['membership', 'membership'],
  ['tour', 'tour'],
  ['session', 'session'],
  ['onboarding', 'onboarding'],
  ['Tour', null],
  ['__proto__', null],
  [null, null],
  [undefined, null],
])('parses the topic %s as %s', (name, topic) => {
  expect(parseTopic(name)).toBe(topic)
})

describe('validateField', () => {
  it.each<[ContactField, string, string | undefined]>([
    ['name', '', 'required'],
    ['name', ' \t', 'required'],
    ['name', 'x'.repeat(101), 'tooLong'],
    ['name', '𝒜'.repeat(100), undefined],
    ['email', '', 'required'],
    ['email', 'ada', 'invalid'],
    ['email', 'ada@example', 'invalid'],
    ['email', 'jörg@bücher.example', undefined],
    ['email', '用户@例え.jp', undefined],
    ['email', 'a b@example.com', 'invalid'],
    ['email', 'a@b@c.d', 'invalid'],
    ['email', 'a@.com', 'invalid'],
    ['phone', '', undefined],
    ['phone', '+81-3-1234-5678 内線 9', undefined],
    ['phone', '1'.repeat(51), 'tooLong'],
    ['message', '\n', 'required'],
    ['message', 'x'.repeat(5001), 'tooLong'],
  ])('with the %s “%s” returns %s', (name, value, problem) => {
    expect(validateField(name, value)).toBe(problem)
  })
})

describe('the stored input of an unsent message', () => {
  const stored = new Map<string, string>()
  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
      removeItem: (name: string) => stored.delete(name),
    })
  })

  it('can be read until it is cleared', () => {
    unsentMessage.save(values)
    expect(unsentMessage.read()).toEqual(values)
    unsentMessage.clear()
    expect(unsentMessage.read()).toEqual({})
  })

  it('is empty while the browser blocks its storage', () => {
    vi.stubGlobal('sessionStorage', undefined)
    unsentMessage.save(values)
    unsentMessage.clear()
    expect(unsentMessage.read()).toEqual({})
  })

  it.each(['', 'null', '7', '[1]', '{"name":7,"other":"x"}', '{'])(
    'is empty for the invalid content %j',
    (text) => {
      stored.set('contact-draft', text)
      expect(unsentMessage.read()).toEqual({})
    },
  )
})

describe('delivery', () => {
  const sent = { sent: true }
  const createTestDelivery = (post: () => Promise<unknown>, isOnline = () => true) =>
    createDelivery({ post, isOnline, timeoutMs: 1000 })

  it.each([
    [{ status: 451 }, 'failureHeadless'],
    [{ status: 403 }, 'failureRefused'],
    [{ status: 429 }, 'failureTooMany'],
    [{ status: 500 }, 'failureService'],
    [{ status: 503 }, 'failureService'],
    [{ status: 408 }, 'failureService'],
    [{ status: 400 }, 'failureOther'],
    [{ status: 413 }, 'failureOther'],
    ['The public key is required', 'failureOther'],
    [undefined, 'failureOther'],
    [new TypeError('Failed to fetch'), 'failureConnection'],
  ])('maps the error %j to %s', async (error, reason) => {
    expect(toFailureReason(error)).toBe(reason)
    expect(await createTestDelivery(() => Promise.reject(error))(payload)).toEqual({ sent: false, reason })
  })

  it('sends nothing while the browser is offline', async () => {
    const post = vi.fn(async () => {})
    expect(await createTestDelivery(post, () => false)(payload)).toEqual({
      sent: false,
      reason: 'failureOffline',
    })
    expect(post).not.toHaveBeenCalled()
  })

  it('awaits the first response when a message is retried after a timeout', async () => {
    vi.useFakeTimers()
    const { promise, resolve } = Promise.withResolvers<void>()
    const post = vi.fn(() => promise)
    const deliver = createTestDelivery(post)
    const first = deliver(payload)
    await vi.advanceTimersByTimeAsync(1000)
    const outcome = await first
    expect(outcome).toMatchObject({ sent: false, reason: 'failureTimeout' })
    const second = deliver(payload)
    resolve()
    expect(await second).toEqual(sent)
    expect(outcome.sent || (await outcome.finalOutcome)).toEqual(sent)
    expect(post).toHaveBeenCalledTimes(1)
  })

  it('reports failureTooMany for an edited message while the earlier message has no response', async () => {
    vi.useFakeTimers()
    const deliver = createTestDelivery(() => new Promise(() => {}))
    const first = deliver(payload)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await first).toMatchObject({ reason: 'failureTimeout' })
    const second = deliver({ ...payload, message: 'Edited' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await second).toEqual({ sent: false, reason: 'failureTooMany' })
  })

  it('sends the CAPTCHA token, and does not resend an in-flight message for a new token', async () => {
    const post = vi.fn(async () => {})
    const deliver = createTestDelivery(post)
    const outcomes = [deliver(payload, 'token'), deliver(payload, 'another token')]
    expect(await Promise.all(outcomes)).toEqual([sent, sent])
    expect(post.mock.calls).toEqual([[{ ...payload, 'g-recaptcha-response': 'token' }]])
  })

  it('sends the same message again after a failure, and a different message after a success', async () => {
    const post = vi.fn().mockRejectedValueOnce({ status: 500 }).mockResolvedValue(undefined)
    const deliver = createTestDelivery(post)
    expect(await deliver(payload)).toMatchObject({ reason: 'failureService' })
    expect(await deliver(payload)).toEqual(sent)
    expect(await deliver({ ...payload, message: 'More' })).toEqual(sent)
    expect(post).toHaveBeenCalledTimes(3)
  })

  it('sends a message once for two concurrent calls', async () => {
    const post = vi.fn(async () => {})
    const deliver = createTestDelivery(post)
    expect(await Promise.all([deliver(payload), deliver(payload)])).toEqual([sent, sent])
    expect(post).toHaveBeenCalledTimes(1)
  })
})
