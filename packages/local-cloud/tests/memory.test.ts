import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningCloud, startLocalCloud } from '../testing/cloudProcess.ts'
import { lakeClient } from '../testing/lakeClient.ts'
import { bearer } from '../testing/testCloud.ts'

let cloud: RunningCloud
beforeEach(async () => {
  cloud = await startLocalCloud()
})
afterEach(() => cloud.remove())

/** How much of the machine's memory the process has. MB. */
async function memory(): Promise<number> {
  const answer = await fetch(`${cloud.origin}/_control/status`, {
    headers: bearer(cloud.env.LOCAL_CONTROL_TOKEN),
  })
  return z.object({ memory: z.number() }).parse(await answer.json()).memory / 1e6
}

/** Resolves when the process has given back what it does not need, which it does some seconds after its last work. */
async function expectRest(): Promise<void> {
  await expect.poll(memory, { interval: 1000, timeout: 60_000 }).toBeLessThan(400)
}

async function addAccount(name: string): Promise<number> {
  const key = cloud.env.SUPABASE_SECRET_KEY
  const { status } = await fetch(`${cloud.env.NEXT_PUBLIC_SUPABASE_URL}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { ...bearer(key), apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, password: 'a long password', email_confirm: true }),
  })
  return status
}

async function usePictures(): Promise<void> {
  const client = lakeClient(cloud.lakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN)
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  for (const width of [3000, 3001]) {
    const create = { width, height: 2000, channels: 3, background: 'red', noise } as const
    const { url } = await client.assets.upload('image', await sharp({ create }).jpeg().toBuffer())
    const sizes = [400, 800, 1600].map((size) => fetch(`${url}?w=${size}&fm=webp`))
    for (const answer of await Promise.all(sizes))
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
  }
}

test('a new database, accounts and pictures leave less than 400 MB behind', {
  timeout: 120_000,
}, async () => {
  for (let number = 0; number < 12; number++) expect(await addAccount(`user${number}`)).toBe(200)
  await usePictures()
  await expectRest()
})

test('documents that are written, patched, searched and exported leave less than 400 MB behind', {
  timeout: 120_000,
}, async () => {
  const client = lakeClient(cloud.lakeOrigin, cloud.env.SANITY_API_WRITE_TOKEN)
  const words = (number: number) =>
    Array.from({ length: 100 }, (_, at) => `word${(number * 7 + at * at) % 5000}`).join(' ')
  for (let first = 0; first < 5000; first += 1000) {
    const transaction = client.transaction()
    for (let number = first; number < first + 1000; number++) {
      transaction.create({
        _id: `post${number}`,
        _type: 'post',
        title: `Post ${number}`,
        text: words(number),
      })
    }
    await transaction.commit({ visibility: 'async', returnDocuments: false })
  }
  const all = { query: '*[_type == "post"]' }
  for (let round = 0; round < 5; round++) {
    const patched = client
      .patch(all)
      .set({ round, text: words(round) })
      .inc({ seen: 1 })
    await patched.commit({ returnDocuments: false })
    expect(await client.fetch('count(*[_type == "post" && title match "42*"])')).toBe(111)
    const search = '*[_type == "post"] | score(@ match text::query("post")) | order(_score desc)[0...10]'
    expect(await client.fetch(search)).toHaveLength(10)
  }
  const exported = await fetch(`${cloud.lakeOrigin}/v1/data/export/production`, {
    headers: bearer(cloud.env.SANITY_API_WRITE_TOKEN),
  })
  expect((await exported.text()).split('\n').length).toBeGreaterThan(5000)
  await expectRest()
})
