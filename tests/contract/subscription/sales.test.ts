import { createClient, type SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readSales } from '@/lib/membership/offer/sales'
import { salesPath } from '@/lib/membership/offer/salesResponse'
import { createStripe } from '@/lib/membership/stripe'
import { type Site, setUpSite } from './support'

let site: Site
setUpSite((started) => {
  site = started
})

vi.mock('@/lib/env', () => ({ environment: () => ({}) }))
vi.mock('@/lib/membership/context', () => ({ getBilling: async () => site.billing }))

const siteOrigin = 'http://localhost:3000'
let cloud: RunningCloud
let writer: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud({ siteOrigin })
  vi.stubEnv('NEXT_PUBLIC_SANITY_API_HOST', cloud.contentLakeOrigin)
  vi.stubEnv('SANITY_API_READ_TOKEN', String(cloud.env.SANITY_API_READ_TOKEN))
  const { connection } = await import('@/lib/content/config')
  writer = createClient({ ...connection, token: String(cloud.env.SANITY_API_WRITE_TOKEN), useCdn: false })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cloud.remove()
})

/** Signs an account in to the Studio and returns the session's token. */
async function signInToStudio(account: string): Promise<string> {
  const { contentLakeOrigin } = cloud
  const origin = encodeURIComponent(`${siteOrigin}/studio-admin`)
  const login = await fetch(
    `${contentLakeOrigin}/v1/auth/login/local?origin=${origin}&projectId=local&withSid=true`,
    {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: contentLakeOrigin },
      body: `account=${account}`,
    },
  )
  const sid = /#sid=([^&]+)$/.exec(login.headers.get('location') ?? '')?.[1]
  const session: { token: string } = await (
    await fetch(`${contentLakeOrigin}/v1/auth/fetch?sid=${sid}`)
  ).json()
  return session.token
}

async function requestSales(token?: string, sender = '192.0.2.1'): Promise<Response> {
  const { POST } = await import('@/app/api/studio/sales/route')
  const headers = { 'X-Forwarded-For': sender, ...(token && { Authorization: `Bearer ${token}` }) }
  return POST(new Request(`http://localhost${salesPath}`, { method: 'POST', headers }))
}

describe('sales in the Studio', () => {
  test('are refused to a caller who is no project member, or whose role may not publish the offer', async () => {
    const secret = 'a-secret-that-a-contributor-has-written'
    await writer.create({ _id: 'drafts.sales', _type: 'sanity.previewUrlSecret', secret, source: 'any' })
    for (const token of [undefined, '', 'short', secret, 'x'.repeat(400), 'not a token at all, by far']) {
      expect((await requestSales(token)).status, token).toBe(401)
    }
    for (const token of [
      await signInToStudio('contributor'),
      await signInToStudio('viewer'),
      String(cloud.env.SANITY_API_READ_TOKEN),
    ]) {
      const response = await requestSales(token)
      expect([response.status, await response.json()]).toEqual([403, { error: { code: 'not_allowed' } }])
    }
  })

  test('contain only the price, unless Stripe fails, and the number of members by price; a sign-out ends the access', async () => {
    const token = await signInToStudio('editor')
    expect(await (await requestSales(token)).json()).toEqual({ price: null, members: [] })
    await site.createMember()
    await site.createMember()
    const members = [{ amount: 99_700, currency: 'usd', introduction: true, count: 2 }]
    expect(await (await requestSales(token)).json()).toEqual({
      price: { amount: 149_700, currency: 'usd' },
      members,
    })
    expect(
      await readSales({ ...site.billing, stripe: createStripe('sk_test_x', 'http://localhost:9') }),
    ).toEqual({ members })
    await fetch(`${cloud.contentLakeOrigin}/v1/auth/logout`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
    })
    expect((await requestSales(token)).status).toBe(401)
  })

  test('do not limit an editor’s requests', async () => {
    const token = await signInToStudio('editor')
    const statuses = new Set<number>()
    for (let count = 0; count < 61; count += 1) statuses.add((await requestSales(token, '192.0.2.8')).status)
    expect([...statuses]).toEqual([200])
  })

  test('refuse more than sixty invalid tokens of one network in an hour', async () => {
    const statuses = new Set<number>()
    for (let count = 0; count < 61; count += 1)
      statuses.add((await requestSales('a-token-that-was-guessed', '192.0.2.9')).status)
    expect([...statuses]).toEqual([401, 429])
  })
})
