import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMailer, type MailAccount, mailAccount } from '@/lib/mail'
import { readSettings } from '../../../scripts/lib/settings.ts'

let cloud: RunningCloud
let account: MailAccount
beforeAll(async () => {
  cloud = await startLocalCloud()
  const found = mailAccount(
    readSettings({ ...cloud.env, NEXT_PUBLIC_SITE_URL: `http://localhost:${cloud.portBase - 1}` }),
  )
  if (!found) throw new Error('The local cloud offers no account.')
  account = found
})
afterAll(() => cloud.remove())
beforeEach(() => control('mails', { method: 'DELETE' }))

async function control(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${cloud.env.LOCAL_CONTROL_TOKEN}` }
  return (await fetch(`${cloud.origin}/_control/${path}`, { ...init, headers })).json()
}

const mail = { to: 'ada@example.com', subject: 'A notice', html: '<p>Dear Ada</p>', text: 'Dear Ada' }

test('messages of the server arrive as they are, also several at once', async () => {
  const send = createMailer(account)
  await Promise.all([send(mail), send({ ...mail, to: 'bob@example.com' })])
  const { mails } = await control('mails')
  expect(mails).toMatchObject([{ to: 'bob@example.com' }, mail])
})

test('a refusal is told in EmailJS’s words, without the key, and holds up nobody', async () => {
  const wrong = { ...account, privateKey: 'a-private-key-of-nobody' }
  const send = createMailer(wrong)
  const error = await send(mail).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ name: 'MailError', status: 403 })
  expect(String(error)).not.toContain(wrong.privateKey)
  wrong.privateKey = account.privateKey
  await send(mail)
  expect((await control('mails')).mails).toHaveLength(1)
})
