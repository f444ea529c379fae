import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bearer, type RawAnswer, raw, startTestCloud, type TestCloud } from '../testing/testCloud.ts'
import { account } from './account.ts'
import { RateLimit } from './rateLimit.ts'

let cloud: TestCloud
let api: string
/** How far the clock of the limit has been moved on. Milliseconds. */
let moved = 0
beforeAll(async () => {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + moved)
  cloud = await startTestCloud()
  api = `${cloud.env.NEXT_PUBLIC_EMAILJS_ORIGIN}/api/v1.0/email`
})
afterAll(() => cloud.dispose())
beforeEach(async () => {
  await control('mails', 'DELETE')
  await control('faults', 'DELETE')
})

const ids = {
  lib_version: '4.4.1',
  user_id: account.publicKey,
  service_id: account.serviceId,
  template_id: 'template_local',
}
const params = {
  from_name: 'Ada',
  from_email: 'ada@example.com',
  phone: '',
  message: 'Hello',
  to_email: 'x@y.z',
}

async function control(path: string, method = 'GET', body?: unknown) {
  const answer = await raw(`${cloud.console}/_control/${path}`, {
    method,
    headers: bearer(cloud.env.LOCAL_CONTROL_TOKEN),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return JSON.parse(answer.body)
}

function post(path: string, body: string | Buffer, headers: Record<string, string>): Promise<RawAnswer> {
  return raw(`${api}/${path}`, {
    method: 'POST',
    body,
    headers: { origin: cloud.config.siteOrigin, ...headers },
  })
}

/** Sends a second after what was sent before, as the limit wants it. */
function send(body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  moved += 1000
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return post('send', text, { 'content-type': 'application/json', ...headers })
}

describe('send', () => {
  test('puts the message into the inbox, to the recipient of the template', async () => {
    const answer = await send({ ...ids, template_params: params })
    expect([answer.status, answer.body]).toEqual([200, 'OK'])
    const { mails } = await control('mails')
    expect(mails).toMatchObject([
      {
        source: 'emailjs',
        to: cloud.config.mailTemplate.to,
        replyTo: 'ada@example.com',
        subject: 'Message from Ada',
        details: { template_params: params },
      },
    ])
    expect(mails[0].text).toContain('Hello')
  })

  test.each([
    [{ user_id: undefined }, 'The user_id parameter is required'],
    [{ service_id: '' }, 'The service_id parameter is required'],
    [{ template_id: null }, 'The template_id parameter is required'],
    [{ user_id: 'nobody' }, /^The Public Key is invalid\./],
    [{ service_id: 'gmail' }, /^The service ID not found\./],
    [{ template_id: 'template_x' }, /^The template ID not found\./],
    [{ template_params: 'text' }, /template_params/],
  ])('refuses %j', async (change, text) => {
    const answer = await send({ ...ids, template_params: params, ...change })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatch(text)
    expect((await control('mails')).mails).toEqual([])
  })

  test('refuses what is not JSON, or larger than the service takes', async () => {
    expect((await send('{')).status).toBe(400)
    const large = { ...params, message: 'x'.repeat(51 * 1024) }
    expect(await send({ ...ids, template_params: large })).toMatchObject({
      status: 413,
      body: 'Variables size limit',
    })
    expect((await send('x'.repeat(3 * 1024 * 1024))).status).toBe(413)
  })

  test('knows the keyword for the default service', async () => {
    expect((await send({ ...ids, service_id: 'default_service' })).status).toBe(200)
  })

  test('takes what is in a value for text: no header, no recipient, no variable comes of it', async () => {
    const hostile = {
      from_name: 'Eve\r\nBcc: all@example.com',
      from_email: 'eve@example.com\nTo: all@example.com',
      message: '{{to_email}} <script>alert(1)</script>',
      to_email: 'all@example.com',
      __proto__: { phone: '1' },
    }
    await send({ ...ids, template_params: hostile })
    const [mail] = (await control('mails')).mails
    expect(mail.to).toBe(cloud.config.mailTemplate.to)
    expect(mail.subject).toBe('Message from Eve Bcc: all@example.com')
    expect(mail.replyTo).not.toMatch(/[\r\n]/)
    expect(mail.text).toContain('{{to_email}}')
    expect(mail.html).not.toContain('<script')
  })
})

describe('who may send', () => {
  test('pages of the site, after a preflight', async () => {
    const { status, headers } = await raw(`${api}/send`, {
      method: 'OPTIONS',
      headers: {
        origin: cloud.config.siteOrigin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(status).toBe(204)
    expect(headers['access-control-allow-headers']).toBe('content-type')
    expect(['*', cloud.config.siteOrigin]).toContain(headers['access-control-allow-origin'])
  })

  test('nobody else, and they can read why', async () => {
    const foreign = await send({ ...ids }, { origin: 'http://evil.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.headers['access-control-allow-origin']).toBe('*')
    const program = await raw(`${api}/send`, { method: 'POST', body: JSON.stringify(ids) })
    expect([program.status, program.body]).toEqual([
      403,
      'API calls are disabled for non-browser applications',
    ])
  })

  test('each address once a second', () => {
    let now = 0
    const limit = new RateLimit(() => now)
    const allowed = [0, 999, 1000, 1999, 2000].map((time) => {
      now = time
      return limit.take('::1')
    })
    expect(allowed).toEqual([true, false, true, false, true])
    expect(limit.take('127.0.0.1')).toBe(true)
  })

  test('and is told so', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('send', JSON.stringify(ids), {})))
    expect(answers.map(({ status }) => status)).toContain(429)
  })
})

describe('faults', () => {
  test('answer in plain text that the page can read, and leave the preflight alone', async () => {
    await control('faults', 'POST', { vendor: 'emailjs', status: 451, count: 1 })
    expect((await raw(`${api}/send`, { method: 'OPTIONS' })).status).toBe(204)
    const answer = await post('send', JSON.stringify(ids), {})
    expect(answer.status).toBe(451)
    expect(answer.headers['content-type']).toContain('text/plain')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect((await send({ ...ids })).status).toBe(200)
  })

  test('can lose a request, or only its answer', async () => {
    await control('faults', 'POST', { vendor: 'emailjs', lose: 'request', count: 1 })
    await expect(post('send', JSON.stringify(ids), {})).rejects.toThrow()
    expect((await control('mails')).mails).toHaveLength(0)
    moved += 1000
    await control('faults', 'POST', { vendor: 'emailjs', lose: 'answer', count: 1 })
    await expect(post('send', JSON.stringify(ids), {})).rejects.toThrow()
    expect((await control('mails')).mails).toHaveLength(1)
  })
})

test('anything else of the API says that it is not there', async () => {
  const answer = await raw(`${cloud.env.NEXT_PUBLIC_EMAILJS_ORIGIN}/api/v1.1/history`)
  expect(answer.status).toBe(501)
})

test('messages survive a restart', async () => {
  await send({ ...ids, template_params: params })
  cloud = await cloud.restart()
  expect((await control('mails')).mails).toHaveLength(1)
})
