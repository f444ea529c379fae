import { afterAll, beforeEach, expect, test } from 'vitest'
import { renderMail } from '../../emailjs/render.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { callControl, sendRawRequest, startTestCloud } from '../../tests/support/testCloud.ts'

const cloud = await startTestCloud()
afterAll(() => cloud.dispose())
beforeEach(() => cloud.inbox.clear())

const hostileMarkup = '"><script>alert(1)</script><img src=x onerror=alert(2)>'

function createMail(change: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    source: 'auth',
    kind: 'recovery',
    from: 'noreply@local.test',
    to: 'ada@example.com',
    subject: 'Hi',
    html: '<p>Hi</p>',
    text: 'Hi',
    ...change,
  }
}

test('the control API finds messages by recipient and by source', async () => {
  cloud.inbox.deliver(createMail())
  const { id } = cloud.inbox.deliver(renderMail(cloud.config.mailTemplate, { from_name: 'Eve' }))
  expect((await callControl(cloud, 'mails')).json.mails).toHaveLength(2)
  expect((await callControl(cloud, 'mails?to=ADA@example.com')).json.mails).toMatchObject([
    { kind: 'recovery' },
  ])
  expect((await callControl(cloud, 'mails?source=emailjs')).json.mails).toMatchObject([{ id }])
})

test("a message's page escapes its fields and sandboxes its HTML", async () => {
  const change = {
    subject: hostileMarkup,
    text: hostileMarkup,
    replyTo: hostileMarkup,
    details: { a: hostileMarkup },
  }
  const { id } = cloud.inbox.deliver(createMail({ ...change, html: hostileMarkup }))
  const page = await sendRawRequest(`${cloud.console}/inbox/${id}`)
  expect(page.body).not.toMatch(/<script|<img/)
  expect(page.body).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'.*frame-src 'self'.*frame-ancestors 'none'/,
  )
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
})

test("a message's page shows a text only if the message has one", async () => {
  const readPage = async (text: string) => {
    const { id } = cloud.inbox.deliver(createMail({ text }))
    return (await sendRawRequest(`${cloud.console}/inbox/${id}`)).body
  }
  expect(await readPage('Hi')).toContain('<h2>Text</h2>')
  expect(await readPage('')).not.toContain('<h2>Text</h2>')
})

test('serves the HTML of a message with headers that sandbox it', async () => {
  const { id } = cloud.inbox.deliver(createMail({ html: hostileMarkup }))
  const { headers, body } = await sendRawRequest(`${cloud.console}/inbox/${id}/html`)
  const policy = String(headers['content-security-policy'])
  expect(body).toContain(hostileMarkup)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin|forms|top))/)
  expect(policy).not.toContain('script-src')
})

test('returns 404 for an unknown message', async () => {
  expect((await sendRawRequest(`${cloud.console}/inbox/none`)).status).toBe(404)
  expect((await sendRawRequest(`${cloud.console}/inbox/none/html`)).status).toBe(404)
})
