import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMemoryBytes } from '../support/memory.ts'
import { createRandom, readCount } from '../support/random.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { formatMegabytes, report, type SoakStack, startSoakStack } from './stack.ts'

/** How long the users act, in all phases together. */
const totalMinutes = Number(process.env.SOAK_MINUTES || 60)
const seed = readCount('SOAK_SEED', 1)
const minuteMs = 60_000
const phaseCount = 4

/**
 * The allowed growth of the site's heap. State for each page, tag and connection varies by some megabytes. A leak of a
 * kilobyte for each request would grow the heap by hundreds of megabytes.
 */
const maxHeapGrowthBytes = 20_000_000

let stack: SoakStack
let documentCount = 0
beforeAll(async () => {
  stack = await startSoakStack()
  documentCount = await countDocuments()
}, 600_000)
afterAll(() => stack?.close())

/** Samples the memory of the site and of the vendors until `isOver` returns true. Resolves to the average bytes. */
async function measureAverageMemory(isOver: () => boolean): Promise<{ site: number; vendors: number }> {
  const sumBytes = { site: 0, vendors: 0 }
  let sampleCount = 0
  while (!isOver()) {
    sumBytes.site += readMemoryBytes(Number(stack.siteServer.child.pid))
    sumBytes.vendors += readMemoryBytes(Number(stack.localCloud.child.pid))
    sampleCount += 1
    await pause(5000)
  }
  return { site: sumBytes.site / sampleCount, vendors: sumBytes.vendors / sampleCount }
}

test(
  'concurrent visitors, members, guests and an editor lose no change, and the heap of the site is stable',
  async () => {
    const users = new SimulatedUsers(stack, {
      random: createRandom(seed),
      // On a busy machine a request may time out.
      servicesMayFail: true,
      // With these pauses, fewer emails are sent in an hour than the inbox stores.
      maxPauseMs: 6000,
    })
    const heapBytes: number[] = []
    const memoryBytes: { site: number; vendors: number }[] = []
    for (let phase = 1; phase <= phaseCount; phase += 1) {
      let isOver = false
      const averageMemory = measureAverageMemory(() => isOver)
      await users.run((totalMinutes * minuteMs) / phaseCount, { visitors: 8, members: 1, guests: 1 })
      isOver = true
      memoryBytes.push(await averageMemory)
      const heap = await stack.measureHeapBytes()
      heapBytes.push(heap)
      // In production, the host's scheduler runs the reconciliation.
      expect((await stack.callCronRoute('reconcile')).status).toBe(200)
      report(`heap of the site after phase ${phase}`, formatMegabytes(heap))
    }
    report('minutes', totalMinutes)
    reportActions(users.actions)
    report(
      'memory of the site in each phase',
      memoryBytes.map(({ site }) => formatMegabytes(site)).join(', '),
    )
    report(
      'memory of all vendors in each phase',
      memoryBytes.map(({ vendors }) => formatMegabytes(vendors)).join(', '),
    )
    expect(users.actions.failures).toEqual([])
    await expectInvariants(stack, users.actions, { documentCount, mayRepeatEmails: true })
    // The first phase loads and compiles modules, which stay in memory.
    expect(Math.max(...heapBytes) - Number(heapBytes[0])).toBeLessThan(maxHeapGrowthBytes)
  },
  (totalMinutes + 30) * minuteMs,
)
