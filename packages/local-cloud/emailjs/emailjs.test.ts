import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callControl, type RawResponse, sendRawRequest, startTestCloud } from '../tests/support/testCloud.ts'
import { account } from './account.ts'

/** The offset of the clock that the rate limit reads. */
let clockOffsetMs = 0
const readClock = performance.now.bind(performance)
const cloud = await startTestCloud()
const api = `${cloud.env.NEXT_PUBLIC_EMAILJS_ORIGIN}/api/v1.0/email`
afterAll(() => cloud.dispose())
beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => readClock() + clockOffsetMs)
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
  return (await callControl(cloud, path, { method, body })).json
}

function post(path: string, body: string | Buffer, headers: Record<string, string>): Promise<RawResponse> {
  return sendRawRequest(`${api}/${path}`, {
    method: 'POST',
    body,
    headers: { origin: cloud.config.siteOrigin, ...headers },
  })
}

/** Advances the rate limit's clock by a second, and sends a message. */
function sendMessage(body: unknown, headers: Record<string, string> = {}): Promise<RawResponse> {
  clockOffsetMs += 1000
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return post('send', text, { 'content-type': 'application/json', ...headers })
}

describe('a message to EmailJS', () => {
  test("is stored in the inbox with the template's recipient", async () => {
    const response = await sendMessage({ ...ids, template_params: params })
    expect([response.status, response.body]).toEqual([200, 'OK'])
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
    [{ user_id: 'unknown' }, /^The Public Key is invalid\./],
    [{ service_id: 'gmail' }, /^The service ID not found\./],
    [{ template_id: 'template_x' }, /^The template ID not found\./],
    [{ template_params: 'text' }, /template_params/],
  ])('is refused when its fields are changed to %j: %s', async (change, text) => {
    const response = await sendMessage({ ...ids, template_params: params, ...change })
    expect(response.status).toBe(400)
    expect(response.body).toMatch(text)
    expect((await control('mails')).mails).toEqual([])
  })

  test('cannot add a header, a recipient, a variable or a script through its values', async () => {
    const hostileParams = {
      from_name: 'Eve\r\nBcc: all@example.com',
      from_email: 'eve@example.com\nTo: all@example.com',
      message: '{{to_email}} <script>alert(1)</script>',
      to_email: 'all@example.com',
      ['__proto__']: { phone: '1' },
    }
    await sendMessage({ ...ids, template_params: hostileParams })
    const [mail] = (await control('mails')).mails
    expect(mail.to).toBe(cloud.config.mailTemplate.to)
    expect(mail.subject).toBe('Message from Eve Bcc: all@example.com')
    expect(mail.replyTo).not.toMatch(/[\r\n]/)
    expect(mail.text).toContain('{{to_email}}')
    expect(mail.html).not.toContain('<script')
  })
})

describe("EmailJS's access control", () => {
  test("allows the site's pages in the preflight", async () => {
    const { status, headers } = await sendRawRequest(`${api}/send`, {
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

  test('refuses non-browser clients and other sites’ pages, and lets the pages read the reason', async () => {
    const foreign = await sendMessage({ ...ids }, { origin: 'http://evil.example' })
    expect(foreign.status).toBe(403)
    expect(foreign.headers['access-control-allow-origin']).toBe('*')
    const program = await sendRawRequest(`${api}/send`, { method: 'POST', body: JSON.stringify(ids) })
    expect([program.status, program.body]).toEqual([
      403,
      'API calls are disabled for non-browser applications',
    ])
  })

  test('limits each IP to one request a second', async () => {
    clockOffsetMs += 1000
    const responses = [1, 2, 3].map(() => post('send', JSON.stringify(ids), {}))
    const statuses = (await Promise.all(responses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect((await sendMessage(ids)).status).toBe(200)
  })
})

test('returns 501 for unsupported EmailJS endpoints', async () => {
  const response = await sendRawRequest(`${cloud.env.NEXT_PUBLIC_EMAILJS_ORIGIN}/api/v1.1/history`)
  expect(response.status).toBe(501)
})
