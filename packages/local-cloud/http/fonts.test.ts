import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, raw, startTestCloud, type TestCloud } from '../testing/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

/** A page of each port that shows some. */
const pages: Record<string, () => string> = {
  console: () => `${cloud.console}/`,
  'sign-in': () =>
    `${cloud.api}/auth/login/local?origin=${encodeURIComponent(`${cloud.config.siteOrigin}/studio-admin`)}`,
  billing: () => `${cloud.env.STRIPE_API_ORIGIN}/invoice/none`,
}

const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found]) => found ?? '')

describe.each(Object.entries(pages))('a page of %s', (_name, address) => {
  test('names two faces, which its own port serves', async () => {
    const { headers, body } = await raw(address())
    const wanted = all(/src: url\(([^)]+)\)/g, body)
    expect(wanted).toHaveLength(2)
    expect(all(/<link rel="preload" href="([^"]+)"/g, body)).toEqual(wanted)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*font-src 'self'/)
    for (const path of wanted) {
      const answer = await fetch(new URL(path, address()))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('font/woff2')
      expect(answer.headers.get('cache-control')).toContain('immutable')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('wOF2')
    }
  })

  test('has a stand-in of the same measures for each', async () => {
    const { body } = await raw(address())
    expect(all(/'([^']+) Fallback'; src: local\([^;]+;[^}]*size-adjust/g, body)).toEqual([
      'Besley',
      'Public Sans',
    ])
  })
})

test('a face takes none of the faults that are meant for the vendor', async () => {
  const faults = `${cloud.console}/_control/faults`
  const headers = bearer(cloud.env.LOCAL_CONTROL_TOKEN)
  const [path = ''] = all(/src: url\(([^)]+)\)/g, (await raw(pages['sign-in']?.() ?? '')).body)
  await raw(faults, {
    method: 'POST',
    headers,
    body: JSON.stringify({ vendor: 'sanity', status: 503, count: 1 }),
  })
  const face = await raw(`${cloud.env.NEXT_PUBLIC_SANITY_API_HOST}${path}`)
  expect(face.status).toBe(200)
  expect((await raw(`${cloud.api}/ping`)).status).toBe(503)
})
