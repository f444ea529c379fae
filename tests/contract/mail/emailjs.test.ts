import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createContactMailer } from '../../../lib/contact/mailer.ts'
import { createPayload } from '../../../lib/contact/payload.ts'

vi.mock(import('../../../lib/contact/config'), async (original) => ({
  ...(await original()),
  mailService: mailService,
}))

const mailService = vi.hoisted(() => ({
  origin: '',
  publicKey: '',
  serviceId: '',
  templateId: '',
  blockHeadless: false,
}))

const siteOrigin = 'http://localhost:3999'
const payload = createPayload(
  { name: 'Ada', email: 'ada@example.com', phone: '', message: 'Hello' },
  '',
  'forged@example.com',
)

let cloud: RunningCloud
beforeAll(async () => {
  cloud = await startLocalCloud({ siteOrigin })
})
afterAll(() => cloud.remove())

const realFetch = globalThis.fetch
beforeEach(async () => {
  Object.assign(mailService, {
    origin: String(cloud.env.NEXT_PUBLIC_EMAILJS_ORIGIN),
    publicKey: String(cloud.env.NEXT_PUBLIC_EMAILJS_PUBLIC_KEY),
    serviceId: String(cloud.env.NEXT_PUBLIC_EMAILJS_SERVICE_ID),
    templateId: String(cloud.env.NEXT_PUBLIC_EMAILJS_TEMPLATE_ID),
    blockHeadless: false,
  })
  vi.stubGlobal('location', { pathname: '/contact' })
  vi.stubGlobal('navigator', { webdriver: false, languages: ['en'] })
  // Node sends no Origin header; a browser does.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    realFetch(url, { ...init, headers: { ...init.headers, origin: siteOrigin } }),
  )
  // The service allows each IP one request a second. The reset clears this limit and the inbox.
  await callControl('reset', { method: 'POST', body: JSON.stringify({ vendor: 'emailjs' }) })
})
afterEach(() => vi.unstubAllGlobals())

async function callControl(path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${cloud.env.LOCAL_CONTROL_TOKEN}` }
  return (await realFetch(`${cloud.origin}/_control/${path}`, { ...init, headers })).json()
}

function createMemoryStore() {
  const stored = new Map<string, string>()
  return {
    stored,
    read: (name: string) => stored.get(name) ?? null,
    write: (name: string, text: string) => void stored.set(name, text),
    remove: (name: string) => void stored.delete(name),
  }
}

test('the SDK delivers the payload to the template’s recipient, not to the email in the payload', async () => {
  await createContactMailer(createMemoryStore())(payload)
  const { mails } = await callControl('mails')
  expect(mails).toHaveLength(1)
  expect(mails[0].details.template_params).toEqual(payload)
  expect(mails[0].to).not.toBe(payload.to_email)
})

test('the SDK refuses a second email within the site’s minimum interval, unless the first failed', async () => {
  const store = createMemoryStore()
  const sendMail = createContactMailer(store)
  await callControl('faults', {
    method: 'POST',
    body: JSON.stringify({ vendor: 'emailjs', status: 500, count: 1 }),
  })
  await expect(sendMail(payload)).rejects.toMatchObject({ status: 500 })
  await sendMail(payload)
  await expect(sendMail(payload)).rejects.toMatchObject({ status: 429, text: 'Too Many Requests' })
  expect((await callControl('mails')).mails).toHaveLength(1)
  expect(store.stored.size).toBe(1)
})

test('automated browsers are refused where the settings require it', async () => {
  mailService.blockHeadless = true
  vi.stubGlobal('navigator', { webdriver: true, languages: ['en'] })
  await expect(createContactMailer(createMemoryStore())(payload)).rejects.toMatchObject({ status: 451 })
  mailService.blockHeadless = false
  await createContactMailer(createMemoryStore())(payload)
})

test.each([
  ['publicKey', 'nobody', /^The Public Key is invalid\./],
  ['serviceId', 'gmail', /^The service ID not found\./],
  ['templateId', 'template_x', /^The template ID not found\./],
])('a wrong %s is refused with the service’s message', async (name, value, text) => {
  Object.assign(mailService, { [name]: value })
  await expect(createContactMailer(createMemoryStore())(payload)).rejects.toMatchObject({
    status: 400,
    text: expect.stringMatching(text),
  })
})
