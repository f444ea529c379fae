import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { account } from '../emailjs/account.ts'
import {
  bearer,
  callControl,
  sendRawRequest,
  startTestCloud,
  type TestCloud,
} from '../tests/support/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

function reset(headers: Record<string, string>) {
  return sendRawRequest(`${cloud.console}/_control/reset`, { method: 'POST', headers })
}

describe('the control API refuses', () => {
  test('a foreign Origin, even with the token', async () => {
    const foreign = { origin: 'http://evil.example' }
    expect((await reset(foreign)).status).toBe(403)
    expect((await reset({ ...foreign, ...bearer(cloud.env.LOCAL_CONTROL_TOKEN) })).status).toBe(403)
    expect((await reset({ origin: cloud.config.siteOrigin })).status).toBe(403)
    expect((await reset({ origin: 'null' })).status).toBe(403)
  })

  test('a rebound Host', async () => {
    const { portBase } = cloud.config
    const host = `evil.example:${portBase}`
    expect((await reset({ host, origin: `http://${host}` })).status).toBe(421)
  })

  test('clients without Origin or token, and with a wrong token', async () => {
    expect((await reset({})).status).toBe(401)
    expect((await reset(bearer('wrong'))).status).toBe(401)
    expect((await sendRawRequest(`${cloud.console}/_control/status`)).status).toBe(401)
    expect((await sendRawRequest(`${cloud.console}/_control/mails`)).status).toBe(401)
    expect((await reset(bearer(cloud.env.SANITY_API_WRITE_TOKEN))).status).toBe(401)
  })
})

test('the control API accepts the console’s own pages', async () => {
  expect((await reset({ origin: cloud.console })).status).toBe(200)
  const read = await sendRawRequest(`${cloud.console}/_control/status`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(JSON.parse(read.body)).toMatchObject({ ready: true, ports: { sanity: cloud.config.portBase + 1 } })
})

test('the clock only advances', async () => {
  const move = (body: object) => callControl(cloud, 'clock', { body })
  const { now } = (await move({ advanceSeconds: 3600 })).json
  expect(now).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000) + 3600)
  expect((await move({ to: now - 1000 })).status).toBe(400)
  expect((await move({ advanceSeconds: 1, to: now })).status).toBe(400)
  expect((await move({})).status).toBe(400)
  expect((await move({ to: now + 86_400 })).json.now).toBeGreaterThanOrEqual(now + 86_400)
})

test('a reset deletes the content, and not tokens and webhooks', async () => {
  const client = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
  const hook = { type: 'document', name: 'stays', url: 'http://localhost:9/x', rule: { on: ['delete'] } }
  await client.request({ method: 'POST', url: '/hooks/projects/local', body: hook })
  await client.create({ _id: 'one', _type: 'post' })
  const image = await client.assets.upload('file', Buffer.from('hello'), { filename: 'a.txt' })
  expect((await sendRawRequest(image.url)).status).toBe(200)

  expect((await reset(bearer(cloud.env.LOCAL_CONTROL_TOKEN))).status).toBe(200)
  expect(await client.fetch('count(*)')).toBe(0)
  expect((await sendRawRequest(image.url)).status).toBe(404)
  expect(await client.request({ url: '/hooks/projects/local' })).toMatchObject([{ name: 'stays' }])
  // The same bytes can be uploaded again.
  const again = await client.assets.upload('file', Buffer.from('hello'), { filename: 'a.txt' })
  expect((await sendRawRequest(again.url)).body).toBe('hello')
})

test('a reset of EmailJS deletes the emails, and resets the rate limit', async () => {
  const send = () =>
    sendRawRequest(`${cloud.env.NEXT_PUBLIC_EMAILJS_ORIGIN}/api/v1.0/email/send`, {
      method: 'POST',
      headers: { origin: cloud.config.siteOrigin, 'content-type': 'application/json' },
      body: JSON.stringify({
        user_id: account.publicKey,
        service_id: account.serviceId,
        template_id: cloud.config.mailTemplate.id,
        template_params: {},
      }),
    })
  expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
  expect(cloud.inbox.size).toBe(1)
  expect((await callControl(cloud, 'reset', { body: { vendor: 'emailjs' } })).status).toBe(200)
  expect(cloud.inbox.size).toBe(0)
  expect((await send()).status).toBe(200)
  expect((await callControl(cloud, 'reset', { body: { vendor: 'unknown' } })).status).toBe(400)
})

test('the console page lists the services under a strict policy', async () => {
  const { status, headers, body } = await sendRawRequest(`${cloud.console}/`)
  expect(status).toBe(200)
  expect(body).toContain(cloud.env.NEXT_PUBLIC_SANITY_API_HOST)
  expect(body).toContain(cloud.config.siteOrigin)
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'.*script-src 'sha256-.*frame-ancestors 'none'/,
  )
  expect(headers['content-security-policy']).not.toContain('unsafe')
})
