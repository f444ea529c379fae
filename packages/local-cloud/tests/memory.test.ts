import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type RunningCloud, startLocalCloud } from '../testing/cloudProcess.ts'
import { lakeClient } from '../testing/lakeClient.ts'
import { bearer, until } from '../testing/testCloud.ts'

let cloud: RunningCloud
beforeAll(async () => {
  cloud = await startLocalCloud()
})
afterAll(() => cloud.remove())

/** How much of the machine's memory the process has. MB. */
async function memory(): Promise<number> {
  const answer = await fetch(`${cloud.origin}/_control/status`, {
    headers: bearer(cloud.env.LOCAL_CONTROL_TOKEN),
  })
  return z.object({ memory: z.number() }).parse(await answer.json()).memory / 1e6
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
  expect(await until(async () => (await memory()) < 400)).toBe(true)
})
