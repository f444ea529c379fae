import { readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseEnvironment } from '@/lib/env'
import { startExpiry } from '../../server/expiry.ts'
import { makeGenerationFolder } from '../support/proxy.ts'
import { type Redis, startRedis } from '../support/redis.ts'

const folder = makeGenerationFolder()
const generation = () => readlinkSync(join(folder, 'current'))

let redis: Redis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => {
  await redis.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the proxy forgets its pages when Redis is back: others may have published meanwhile', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const env = parseEnvironment({
    NEXT_PUBLIC_SITE_URL: 'http://localhost:3000',
    NEXT_PUBLIC_SANITY_PROJECT_ID: 'local',
    NEXT_PUBLIC_SANITY_DATASET: 'production',
    SANITY_API_READ_TOKEN: 'r'.repeat(20),
    SANITY_API_BROWSER_TOKEN: 'b'.repeat(20),
    SANITY_WEBHOOK_SECRET: 's'.repeat(20),
    NEXT_PUBLIC_EMAILJS_PUBLIC_KEY: 'key',
    NEXT_PUBLIC_EMAILJS_SERVICE_ID: 'service',
    NEXT_PUBLIC_EMAILJS_TEMPLATE_ID: 'template',
    NEXT_PUBLIC_SUPABASE_URL: 'http://localhost:3998',
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'p'.repeat(20),
    SUPABASE_SECRET_KEY: 's'.repeat(20),
    REDIS_URL: redis.url,
    PROXY_GENERATION_FOLDER: folder,
  })
  await startExpiry(env, { isBuild: false }).ready
  await redis.kill()
  await vi.waitFor(() => expect(log).toHaveBeenCalled(), 10_000)
  const meanwhile = generation()
  await redis.revive()
  await vi.waitFor(() => expect(generation()).not.toBe(meanwhile), 10_000)
}, 30_000)
