import { connect } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bearer, sendRawRequest, startTestCloud, type TestCloud } from '../tests/support/testCloud.ts'
import { describingHeader } from './smtp.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())
beforeEach(() => cloud.inbox.clear())

const message: SendMailOptions = {
  from: { name: 'Café', address: 'site@example.com' },
  to: 'ada@example.com',
  subject: 'Grüße',
  html: `<p>${'é'.repeat(200)}</p>`,
  text: '.\nFrom “June” on',
}

function send(change: SendMailOptions = {}, password = cloud.env.SMTP_PASSWORD) {
  const { SMTP_HOST: host, SMTP_PORT, SMTP_USER: user } = cloud.env
  return createTransport({ host, port: Number(SMTP_PORT), auth: { user, pass: password } }).sendMail({
    ...message,
    ...change,
  })
}

const setFault = (fault: object) =>
  sendRawRequest(`${cloud.console}/_control/faults`, {
    method: 'POST',
    headers: bearer(cloud.env.LOCAL_CONTROL_TOKEN),
    body: JSON.stringify({ vendor: 'smtp', count: 1, ...fault }),
  })

test('delivers an email to the inbox with both parts, once for each recipient', async () => {
  const { messageId } = await send({ to: ['ada@example.com', 'bob@example.com'] })
  const { html, text, subject } = message
  const mail = { source: 'smtp', from: 'Café <site@example.com>', subject, html, details: { messageId } }
  expect(cloud.inbox.list()).toMatchObject([
    { ...mail, to: 'bob@example.com' },
    { ...mail, to: 'ada@example.com' },
  ])
  expect(cloud.inbox.list()[0]?.text).toBe(text)
  expect(cloud.inbox.list()[0]?.details).not.toHaveProperty('listUnsubscribe')
})

test('rejects a wrong password, a client without one, and an email beyond 2 MiB', async () => {
  await expect(send({}, 'another password')).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 })
  const anonymous = createTransport({ host: cloud.env.SMTP_HOST, port: Number(cloud.env.SMTP_PORT) })
  await expect(anonymous.sendMail(message)).rejects.toMatchObject({ responseCode: 530 })
  await expect(send({ text: 'x'.repeat(3 * 1024 * 1024) })).rejects.toMatchObject({ responseCode: 552 })
  expect(cloud.inbox.size).toBe(0)
})

test('accepts connections on loopback only', async () => {
  const { networkInterfaces } = await import('node:os')
  const external = Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of external) {
    const refused = new Promise((resolve) => {
      const socket = connect(Number(cloud.env.SMTP_PORT), address)
      socket.once('error', () => resolve('refused'))
      socket.once('connect', () => resolve('connected'))
    })
    expect(await refused).toBe('refused')
  }
})

test('ignores a describing header that is not of Auth', async () => {
  const forged = Buffer.from('{"source":"stripe","kind":"receipt","at":"2030-01-01T00:00:00Z"}')
  await send({ headers: { [describingHeader]: forged.toString('base64url') } })
  expect(cloud.inbox.list()).toMatchObject([{ source: 'smtp', kind: 'message' }])
})

describe('a fault', () => {
  test('replies with its code, and delivers nothing', async () => {
    await setFault({ status: 451 })
    await expect(send()).rejects.toMatchObject({ responseCode: 451 })
    await setFault({ lose: 'request' })
    await expect(send()).rejects.toMatchObject({ responseCode: 421 })
    expect(cloud.inbox.size).toBe(0)
    await send()
    expect(cloud.inbox.size).toBe(1)
  })

  test('that loses the response leaves the email delivered', async () => {
    await setFault({ lose: 'answer' })
    await expect(send()).rejects.toMatchObject({ responseCode: 421 })
    expect(cloud.inbox.size).toBe(1)
  })

  // The first start of Auth creates a database, on a machine that may be busy.
  test('fails a sign-up, whose email Auth sends through the same server', { timeout: 120_000 }, async () => {
    const signUp = (email: string) =>
      sendRawRequest(`${cloud.env.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/signup`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          apikey: cloud.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
        },
        body: JSON.stringify({ email, password: 'correct horse battery' }),
      })
    expect((await signUp('ada@example.com')).status).toBe(200)
    expect(cloud.inbox.list()).toMatchObject([
      { source: 'auth', kind: 'confirmation', to: 'ada@example.com', details: { code: expect.any(String) } },
    ])
    await setFault({ status: 451 })
    const failed = await signUp('bob@example.com')
    expect(failed.status).toBe(500)
    expect(failed.body).toContain('Error sending confirmation email')
    expect(cloud.inbox.size).toBe(1)
  })
})
