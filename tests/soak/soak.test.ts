import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetAccountSettings } from '../support/accounts.ts'
import { control } from '../support/content.ts'
import { createRandom, readCount } from '../support/random.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { SimulatedUsers } from './simulatedUsers.ts'
import { type SoakStack, startSoakStack } from './stack.ts'

const minutes = readCount('SOAK_MINUTES', 60)
const killCount = readCount('SOAK_KILLS', 60)
const seed = readCount('SOAK_SEED', 1)
const minuteMs = 60_000
/** How long each vendor's fault lasts. */
const faultMs = 20_000

/**
 * The allowed growth of the site's heap. The state of pages, tags and connections varies by a few megabytes. A leak of
 * a kilobyte per request would grow the heap by hundreds of megabytes.
 */
const maxHeapGrowthBytes = 20_000_000

let stack: SoakStack
let documentCount = 0
beforeAll(async () => {
  // A page whose webhook is lost is revalidated after 20 seconds.
  stack = await startSoakStack({ CONTENT_REVALIDATE_SECONDS: '20' })
  documentCount = await countDocuments()
}, 600_000)
afterAll(() => stack?.close())

/** Runs simulated users until `end` settles, and expects that no acknowledged change is lost. */
async function runUsers(randomSeed: number, end: Promise<unknown>): Promise<void> {
  const users = new SimulatedUsers(stack, createRandom(randomSeed))
  await users.run(end)
  const { pages, members, guestEmails, publishedTexts, failures } = users.actions
  const counts = [pages, members.length, guestEmails.length, publishedTexts.length]
  console.info(`soak: pages, members, guests and published texts: ${counts.join(', ')}`)
  expect(failures).toEqual([])
  await expectInvariants(stack, users.actions, documentCount)
}

test(
  'no change by concurrent users is lost, and the site’s heap is stable',
  async () => {
    const heapBytes: number[] = []
    const measureHeap = async () => {
      for (let phase = 1; phase <= 4; phase += 1) {
        await pause((minutes * minuteMs) / 4)
        heapBytes.push(await stack.measureHeapBytes())
        // In production, the host's scheduler runs the reconciliation.
        expect((await stack.reconcile()).status).toBe(200)
      }
    }
    await runUsers(seed, measureHeap())
    // The first phase loads and compiles modules, which stay in memory.
    expect(Math.max(...heapBytes) - Number(heapBytes[0])).toBeLessThan(maxHeapGrowthBytes)
  },
  (minutes + 30) * minuteMs,
)

test(
  'no change is lost while vendors are slow and every webhook arrives twice',
  async () => {
    const delayVendors = async () => {
      for (const vendor of ['sanity', 'stripe']) await control('webhooks', { vendor, duplicate: true })
      for (const vendor of ['sanity', 'stripe', 'supabase', 'postgres', 'smtp']) {
        await control('faults', { vendor, delayMs: vendor === 'postgres' ? 1500 : 4000 })
        await pause(faultMs)
        await control('faults', { vendor, clear: true })
      }
      for (const vendor of ['sanity', 'stripe']) await control('webhooks', { vendor, duplicate: false })
    }
    await runUsers(seed + 1, delayVendors())
  },
  20 * minuteMs,
)

test(
  'no change is lost when the site and all vendors are killed at random times',
  async () => {
    const random = createRandom(seed + 2)
    const killServers = async () => {
      for (let kill = 0; kill < killCount; kill += 1) {
        await pause(1000 + random.number(5000))
        const isSite = random.chance(0.5)
        const server = isSite ? stack.siteServer : stack.localCloud
        await server.child.kill()
        await pause(200 + random.number(2000))
        await server.restart()
        // The restarted account service has its default rate limits, which are too low for this test.
        if (!isSite) await resetAccountSettings()
      }
    }
    await runUsers(seed + 3, killServers())
  },
  (killCount / 4 + 15) * minuteMs,
)
