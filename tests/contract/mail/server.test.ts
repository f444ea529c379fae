import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { findFreePort } from 'local-cloud/testing/ports'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMailer, readSmtpAccount, type SmtpAccount, verifyAccount } from '@/lib/mail'
import { readSettings } from '../../../scripts/provision/settings.ts'

const cloud = await startLocalCloud()
afterAll(() => cloud.remove())
const account = requireAccount()
beforeEach(() => callControl('mails', { method: 'DELETE' }))

function requireAccount(): SmtpAccount {
  const NEXT_PUBLIC_SITE_URL = `http://localhost:${cloud.portBase - 1}`
  const configured = readSmtpAccount(readSettings({ ...cloud.env, NEXT_PUBLIC_SITE_URL }))
  if (!configured) throw new Error('The local cloud has no SMTP account.')
  return configured
}

async function callControl(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${cloud.env.LOCAL_CONTROL_TOKEN}` }
  return (await fetch(`${cloud.origin}/_control/${path}`, { ...init, headers })).json()
}
const setFault = (fault: object) =>
  callControl('faults', { method: 'POST', body: JSON.stringify({ vendor: 'smtp', count: 1, ...fault }) })

const mail = { to: 'ada@example.com', subject: 'Grüße', html: '<p>Dear Ada</p>', text: 'Dear Ada' }

test('sends an email’s HTML and text, with its id in the Message-ID', async () => {
  const send = createMailer(account)
  await Promise.all([send({ ...mail, id: 'a1b2' }), send({ ...mail, to: 'bob@example.com' })])
  const { mails } = await callControl('mails')
  const ada = mails.find(({ to }: { to: string }) => to === mail.to)
  expect(ada).toMatchObject({ source: 'smtp', ...mail })
  expect(ada.from).toBe(`${account.from.name} <${account.from.address}>`)
  expect(ada.details).toEqual({ messageId: `<a1b2@${account.from.address.split('@')[1]}>` })
  expect(mails).toHaveLength(2)
})

test('sends to at most one recipient, whatever the recipient and the subject contain', async () => {
  const hostile = 'ada@example.com, eve@example.com\r\nBcc: all@example.com'
  await createMailer(account)({ ...mail, to: hostile, subject: 'Hi\r\nBcc: x@example.com' }).catch(() => {})
  const { mails } = await callControl('mails')
  expect(mails.map(({ to }: { to: string }) => to)).not.toContain('all@example.com')
  expect(mails.map(({ to }: { to: string }) => to)).not.toContain('x@example.com')
  expect(mails.length).toBeLessThanOrEqual(1)
})

/** Starts a mail server that accepts every command but one. Returns the server's account. */
async function startRejectingServer(
  rejectedCommand: string,
  { rejection, extension }: { rejection: string; extension: string },
): Promise<SmtpAccount> {
  const replies = {
    EHLO: `250-localhost\r\n250-${extension}\r\n250 AUTH PLAIN`,
    AUTH: '235 ok',
    DATA: '354 go on',
    QUIT: '221 bye',
  }
  const server = createServer((socket) => {
    socket.write('220 localhost\r\n')
    createInterface(socket).on('line', (line) => {
      const reply = Object.entries(replies).find(([command]) => line.startsWith(command))?.[1] ?? '250 ok'
      socket.write(`${line.startsWith(rejectedCommand) ? rejection : reply}\r\n`)
    })
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { ...account, host: '127.0.0.1', port }
}

describe.each(['PIPELINING', '8BITMIME'])('a mail server with %s', (extension) => {
  test.each([
    ['550 no such user', 'RCPT TO', true],
    ['450 try again later', 'RCPT TO', false],
    ['550 the sender is not verified', 'MAIL FROM', false],
    ['554 the quota is exceeded', 'DATA', false],
  ])('that replies %s to %s causes an error with isPermanent %s', async (rejection, command, isPermanent) => {
    const send = createMailer(await startRejectingServer(command, { rejection, extension }))
    await expect(send(mail)).rejects.toMatchObject({ name: 'MailError', isPermanent })
  })
})

const temporaryFailure = { name: 'MailError', isPermanent: false }

test.each([
  ['rejects the message', { status: 554 }],
  ['is busy', { status: 451 }],
  ['loses the connection', { lose: 'request' }],
])('reports a temporary failure when the server %s', async (_, fault) => {
  await setFault(fault)
  await expect(createMailer(account)(mail)).rejects.toMatchObject(temporaryFailure)
})

test('a wrong password causes a temporary failure, and does not appear in the error', async () => {
  const wrongAccount = { ...account, password: 'another account’s password' }
  const error = await createMailer(wrongAccount)(mail).catch((reason: unknown) => reason)
  expect(error).toMatchObject(temporaryFailure)
  expect(String(error)).not.toContain(wrongAccount.password)
  await expect(verifyAccount(wrongAccount)).rejects.toMatchObject({ name: 'MailError' })
  await verifyAccount(account)
})

test('sending to a server that does not respond fails after the timeout', async () => {
  const silentServer = createServer()
  const port = await findFreePort()
  await new Promise<void>((resolve) => silentServer.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void silentServer.close())
  const send = createMailer({ ...account, host: '127.0.0.1', port })
  const shortTimeout = AbortSignal.timeout(50)
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(shortTimeout)
  await expect(send(mail)).rejects.toMatchObject(temporaryFailure)
})

test('sends nothing unencrypted beyond this machine', async () => {
  // The site treats this unusual notation for 127.0.0.1 as a remote host. The server offers no STARTTLS.
  const send = createMailer({ ...account, host: '127.1' })
  await expect(send(mail)).rejects.toThrow(/STARTTLS/)
  expect((await callControl('mails')).mails).toEqual([])
})
