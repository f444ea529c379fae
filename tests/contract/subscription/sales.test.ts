import { createClient, type SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readSales } from '@/lib/membership/sales'
import { salesRoute } from '@/lib/membership/salesAnswer'
import { createStripe } from '@/lib/membership/stripe'
import { type Site, siteOfFile } from './support'

let site: Site
siteOfFile((started) => {
  site = started
})

vi.mock('@/lib/env', () => ({ environment: () => ({}) }))
vi.mock('@/lib/membership/context', () => ({ billing: async () => site.billing }))

let cloud: RunningCloud
let writer: SanityClient
beforeAll(async () => {
  cloud = await startLocalCloud()
  vi.stubEnv('NEXT_PUBLIC_SANITY_API_HOST', cloud.lakeOrigin)
  vi.stubEnv('SANITY_API_READ_TOKEN', String(cloud.env.SANITY_API_READ_TOKEN))
  const { connection } = await import('@/lib/content/config')
  writer = createClient({ ...connection, token: String(cloud.env.SANITY_API_WRITE_TOKEN), useCdn: false })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cloud.remove()
})

async function ask(body: object, sender = '192.0.2.1'): Promise<Response> {
  const { POST } = await import('@/app/api/studio/sales/route')
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': sender }
  return POST(
    new Request(`http://localhost${salesRoute.path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    }),
  )
}

const secret = 'a-secret-of-the-editor'

describe('what the Studio is told about sales', () => {
  test('is told to nobody without a secret that an editor has written for it', async () => {
    await writer.create({
      _id: 'drafts.preview',
      _type: 'sanity.previewUrlSecret',
      secret: 'the-secret-of-a-preview',
      source: 'sanity/presentation',
    })
    await writer.create({
      _id: 'sanity-preview-url-secret.share-access',
      _type: 'sanity.previewUrlShareAccess',
      secret: 'the-secret-of-a-shared-link',
      source: salesRoute.purpose,
    })
    for (const wrong of [
      'the-secret-of-a-preview',
      'the-secret-of-a-shared-link',
      'nobody-has-written-this',
    ]) {
      expect((await ask({ secret: wrong })).status).toBe(401)
    }
    for (const body of [
      {},
      { secret: '' },
      { secret: ['a-secret-of-the-editor'] },
      { secret: 's'.repeat(300) },
    ]) {
      expect((await ask(body)).status).toBe(400)
    }
  })

  test('is the price in Stripe and how many members pay what, and no more', async () => {
    await writer.create({
      _id: 'drafts.sales',
      _type: 'sanity.previewUrlSecret',
      secret,
      source: salesRoute.purpose,
    })
    expect(await (await ask({ secret })).json()).toEqual({ price: null, members: [] })
    await site.subscribed()
    await site.subscribed()
    const members = [{ amount: 99_700, currency: 'usd', introduction: true, count: 2 }]
    expect(await (await ask({ secret })).json()).toEqual({
      price: { amount: 149_700, currency: 'usd' },
      members,
    })
    expect(
      await readSales({ ...site.billing, stripe: createStripe('sk_test_x', 'http://localhost:9') }),
    ).toEqual({
      members,
    })
    await writer.delete('drafts.sales')
    expect((await ask({ secret })).status).toBe(401)
  })
})
