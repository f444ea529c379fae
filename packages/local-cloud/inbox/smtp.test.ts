import { connect } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { callControl, startTestCloud } from '../tests/support/testCloud.ts'

const cloud = await startTestCloud()
afterAll(() => cloud.dispose())
beforeEach(() => cloud.inbox.clear())

const message: SendMailOptions = {
  from: { name: 'Café', address: 'site@example.com' },
  to: 'ada@example.com',
  subject: 'Grüße',
  html: `<p>${'é'.repeat(200)}</p>`,
  text: '.\nFrom “June” on',
}

function sendMail(change: SendMailOptions = {}, password = cloud.env.SMTP_PASSWORD) {
  const { SMTP_HOST: host, SMTP_PORT, SMTP_USER: user } = cloud.env
  return createTransport({ host, port: Number(SMTP_PORT), auth: { user, pass: password } }).sendMail({
    ...message,
    ...change,
  })
}

const setFault = (fault: object) =>
  callControl(cloud, 'faults', { body: { vendor: 'smtp', count: 1, ...fault } })

test('delivers an email with its HTML and text to the inbox, once for each recipient', async () => {
  const { messageId } = await sendMail({ to: ['ada@example.com', 'bob@example.com'] })
  const { html, text, subject } = message
  const expected = { source: 'smtp', from: 'Café <site@example.com>', subject, html, details: { messageId } }
  expect(cloud.inbox.list()).toMatchObject([
    { ...expected, to: 'bob@example.com' },
    { ...expected, to: 'ada@example.com' },
  ])
  expect(cloud.inbox.list()[0]?.text).toBe(text)
  expect(cloud.inbox.list()[0]?.details).not.toHaveProperty('listUnsubscribe')
})

test('rejects a wrong password, an unauthenticated client, and an email over 2 MiB', async () => {
  await expect(sendMail({}, 'another password')).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 })
  const anonymous = createTransport({ host: cloud.env.SMTP_HOST, port: Number(cloud.env.SMTP_PORT) })
  await expect(anonymous.sendMail(message)).rejects.toMatchObject({ responseCode: 530 })
  await expect(sendMail({ text: 'x'.repeat(3 * 1024 * 1024) })).rejects.toMatchObject({ responseCode: 552 })
  expect(cloud.inbox.size).toBe(0)
})

test('accepts connections on loopback only', async () => {
  const { networkInterfaces } = await import('node:os')
  const externalInterfaces = Object.values(networkInterfaces())
    .flatMap((interfaces) => interfaces ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of externalInterfaces) {
    const connection = new Promise((resolve) => {
      const socket = connect(Number(cloud.env.SMTP_PORT), address)
      socket.once('error', () => resolve('refused'))
      socket.once('connect', () => resolve('connected'))
    })
    expect(await connection).toBe('refused')
  }
})

describe('the SMTP server with a fault', () => {
  test('replies with the fault’s status, or 421 for a lost request, and delivers no email', async () => {
    await setFault({ status: 451 })
    await expect(sendMail()).rejects.toMatchObject({ responseCode: 451 })
    await setFault({ lose: 'request' })
    await expect(sendMail()).rejects.toMatchObject({ responseCode: 421 })
    expect(cloud.inbox.size).toBe(0)
    await sendMail()
    expect(cloud.inbox.size).toBe(1)
  })
})
