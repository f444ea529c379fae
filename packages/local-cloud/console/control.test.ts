import { afterAll, describe, expect, test } from 'vitest'
import { account } from '../emailjs/account.ts'
import { bearer, callControl, sendRawRequest, startTestCloud } from '../tests/support/testCloud.ts'

const cloud = await startTestCloud()
afterAll(() => cloud.dispose())

function postReset(headers: Record<string, string>) {
  return sendRawRequest(`${cloud.console}/_control/reset`, { method: 'POST', headers })
}

describe('the control API’s authorization', () => {
  test('rejects a foreign Origin, even with the token', async () => {
    const foreign = { origin: 'http://evil.example' }
    expect((await postReset(foreign)).status).toBe(403)
    expect((await postReset({ ...foreign, ...bearer(cloud.env.LOCAL_CONTROL_TOKEN) })).status).toBe(403)
    expect((await postReset({ origin: cloud.config.siteOrigin })).status).toBe(403)
    expect((await postReset({ origin: 'null' })).status).toBe(403)
  })

  test('rejects a foreign Host', async () => {
    const { portBase } = cloud.config
    const host = `evil.example:${portBase}`
    expect((await postReset({ host, origin: `http://${host}` })).status).toBe(421)
  })

  test('rejects requests with no Origin and either no token or a wrong one', async () => {
    expect((await postReset({})).status).toBe(401)
    expect((await postReset(bearer('wrong'))).status).toBe(401)
    expect((await sendRawRequest(`${cloud.console}/_control/status`)).status).toBe(401)
    expect((await sendRawRequest(`${cloud.console}/_control/mails`)).status).toBe(401)
    expect((await postReset(bearer(cloud.env.SANITY_API_WRITE_TOKEN))).status).toBe(401)
  })

  test("accepts the console's own pages", async () => {
    expect((await postReset({ origin: cloud.console })).status).toBe(200)
    const { body } = await sendRawRequest(`${cloud.console}/_control/status`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(JSON.parse(body)).toMatchObject({ ready: true, ports: { sanity: cloud.config.portBase + 1 } })
  })
})

test('advances the clock by seconds or to a later time, and rejects anything else', async () => {
  const setClock = (body: object) => callControl(cloud, 'clock', { body })
  const { now } = (await setClock({ advanceSeconds: 3600 })).json
  expect(now).toBeGreaterThanOrEqual(Math.floor(Date.now() / 1000) + 3600)
  expect((await setClock({ to: now - 1000 })).status).toBe(400)
  expect((await setClock({ advanceSeconds: 1, to: now })).status).toBe(400)
  expect((await setClock({})).status).toBe(400)
  expect((await setClock({ to: now + 86_400 })).json.now).toBeGreaterThanOrEqual(now + 86_400)
})

test('a reset without a vendor deletes the content, but neither tokens nor webhooks', async () => {
  const client = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN)
  const hook = { type: 'document', name: 'stays', url: 'http://localhost:9/x', rule: { on: ['delete'] } }
  await client.request({ method: 'POST', url: '/hooks/projects/local', body: hook })
  await client.create({ _id: 'one', _type: 'post' })
  const asset = await client.assets.upload('file', Buffer.from('hello'), { filename: 'a.txt' })
  expect((await sendRawRequest(asset.url)).status).toBe(200)

  expect((await postReset(bearer(cloud.env.LOCAL_CONTROL_TOKEN))).status).toBe(200)
  expect(await client.fetch('count(*)')).toBe(0)
  expect((await sendRawRequest(asset.url)).status).toBe(404)
  expect(await client.request({ url: '/hooks/projects/local' })).toMatchObject([{ name: 'stays' }])
  // A reset must not leave the upload recorded as an existing asset.
  const uploadedAgain = await client.assets.upload('file', Buffer.from('hello'), { filename: 'a.txt' })
  expect((await sendRawRequest(uploadedAgain.url)).body).toBe('hello')
})

test('resetting EmailJS empties the inbox and clears the rate limit', async () => {
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

test('the console page has a strict content security policy', async () => {
  const { status, headers } = await sendRawRequest(`${cloud.console}/`)
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toMatch(
    /default-src 'none'.*script-src 'sha256-.*frame-ancestors 'none'/,
  )
  expect(headers['content-security-policy']).not.toContain('unsafe')
})
