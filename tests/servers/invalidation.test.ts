import { readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parseEnvironment } from '@/lib/env'
import { type Invalidation, startInvalidation } from '../../server/invalidation.ts'
import { minimalEnvironment } from '../support/minimalEnvironment.ts'
import { createVersionFolder } from '../support/proxy.ts'
import { type Redis, startRedis } from '../support/redis.ts'

const folder = createVersionFolder()
const readCacheVersion = () => readlinkSync(join(folder, 'current'))

let redis: Redis
let invalidation: Invalidation | undefined
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => {
  invalidation?.disconnect()
  vi.restoreAllMocks()
  await redis.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the proxy cache is invalidated after an outage of Redis, since other instances may have published', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'info').mockImplementation(() => {})
  const env = parseEnvironment({
    ...minimalEnvironment(),
    REDIS_URL: redis.url,
    PROXY_CACHE_VERSION_FOLDER: folder,
  })
  invalidation = startInvalidation(env, { isBuild: false })
  await invalidation.ready
  await redis.kill()
  await vi.waitFor(() => expect(log).toHaveBeenCalled(), 10_000)
  const versionDuringOutage = readCacheVersion()
  await redis.restart()
  await vi.waitFor(() => expect(readCacheVersion()).not.toBe(versionDuringOutage), 10_000)
}, 30_000)
