import { createClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 60_000 })

let cloud: RunningCloud
let token = ''
vi.mock('@/lib/env', () => ({ environment: () => ({ SANITY_API_READ_TOKEN: token }) }))

beforeAll(async () => {
  cloud = await startLocalCloud()
  vi.stubEnv('NEXT_PUBLIC_SANITY_API_HOST', cloud.contentLakeOrigin)
  token = String(cloud.env.SANITY_API_READ_TOKEN)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await cloud.remove()
})

test('a token with the viewer role reads the author of a revision, and an unknown token does not', async () => {
  const { fetchRevisionAuthor } = await import('@/lib/content/reading/history')
  const { connection } = await import('@/lib/content/reading/config')
  const writer = createClient({
    ...connection,
    token: String(cloud.env.SANITY_API_WRITE_TOKEN),
    useCdn: false,
  })
  const offer = await writer.create({ _id: 'offer', _type: 'offer', name: 'First' })
  await writer.patch('offer').set({ name: 'Second' }).commit()
  const { id } = await writer.request<{ id: string }>({ url: '/users/me' })
  expect(await fetchRevisionAuthor('offer', offer._rev)).toBe(id)
  expect(await fetchRevisionAuthor('offer', 'a-revision-that-never-was')).toBeNull()
  token = 'nobody-has-this-token-here'
  await expect(fetchRevisionAuthor('offer', offer._rev)).rejects.toThrow('401')
})
