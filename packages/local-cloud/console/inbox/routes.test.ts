import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { renderMail } from '../../emailjs/render.ts'
import type { OutgoingMail } from '../../inbox/inbox.ts'
import { openPage, sendForm } from '../../testing/consolePages.ts'
import { bearer, raw, startTestCloud, type TestCloud } from '../../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())
beforeEach(() => cloud.inbox.clear())

const hostileMarkup = '"><script>alert(1)</script><img src=x onerror=alert(2)>'

function mail(change: Partial<OutgoingMail> = {}): OutgoingMail {
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

const authorized = () => bearer(cloud.env.LOCAL_CONTROL_TOKEN)

async function read(path: string) {
  const { status, body } = await raw(`${cloud.console}/_control/${path}`, { headers: authorized() })
  return { status, json: JSON.parse(body) }
}

test('programs find messages by recipient and by vendor', async () => {
  cloud.inbox.deliver(mail())
  const { id } = cloud.inbox.deliver(renderMail(cloud.config.mailTemplate, { from_name: 'Eve' }))
  expect((await read('mails')).json.mails).toHaveLength(2)
  expect((await read('mails?to=ADA@example.com')).json.mails).toMatchObject([{ kind: 'recovery' }])
  expect((await read('mails?source=emailjs')).json.mails).toMatchObject([{ id }])
  expect((await read('mails?limit=1')).json.mails).toMatchObject([{ id }])
  expect((await read(`mails/${id}`)).json).toMatchObject({ subject: 'Message from Eve' })
  expect((await read('mails/none')).status).toBe(404)
  expect((await read('mails?source=post')).status).toBe(400)
  expect((await read('mails?limit=x')).status).toBe(400)
})

test('nobody reads them without the token', async () => {
  expect((await raw(`${cloud.console}/_control/mails`)).status).toBe(401)
})

test('the page of a message shows what it says, and runs none of it', async () => {
  const change = {
    subject: hostileMarkup,
    text: hostileMarkup,
    replyTo: hostileMarkup,
    details: { a: hostileMarkup },
  }
  const { id } = cloud.inbox.deliver(mail({ ...change, html: hostileMarkup }))
  const page = await raw(`${cloud.console}/inbox/${id}`)
  expect(page.body).not.toMatch(/<script|<img/)
  expect(page.body).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/)
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'.*frame-src 'self'.*frame-ancestors 'none'/,
  )
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
})

test('a message is found and deleted', async () => {
  const { id } = cloud.inbox.deliver(mail({ subject: hostileMarkup }))
  cloud.inbox.deliver(mail({ to: 'bob@example.com' }))
  expect((await read('mails?text=ONERROR')).json.mails).toMatchObject([{ id }])
  expect(await sendForm(cloud, `/inbox/${id}/delete`)).toMatchObject({ status: 303 })
  expect((await openPage(cloud, `/inbox/${id}`)).status).toBe(404)
  expect((await sendForm(cloud, `/inbox/${id}/delete`)).status).toBe(404)
  expect(cloud.inbox.size).toBe(1)
})

test('its HTML is boxed in by its own headers', async () => {
  const { id } = cloud.inbox.deliver(mail({ html: hostileMarkup }))
  const { headers, body } = await raw(`${cloud.console}/inbox/${id}/html`)
  const policy = String(headers['content-security-policy'])
  expect(body).toContain(hostileMarkup)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/sandbox(?!.*allow-(scripts|same-origin|forms|top))/)
  expect(policy).not.toContain('script-src')
})

test('the page of a message names the vendor and the template that it was sent with', async () => {
  const sent = renderMail(cloud.config.mailTemplate, { from_name: 'Eve' })
  const { body } = await openPage(cloud, `/inbox/${cloud.inbox.deliver(sent).id}`)
  expect(body).toContain(`EmailJS, ${cloud.config.mailTemplate.id}`)
})

test('a message that is gone is not found', async () => {
  expect((await raw(`${cloud.console}/inbox/none`)).status).toBe(404)
  expect((await raw(`${cloud.console}/inbox/none/html`)).status).toBe(404)
  expect((await raw(`${cloud.console}/inbox`)).status).toBe(200)
})
