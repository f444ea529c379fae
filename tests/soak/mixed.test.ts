import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMemoryBytes } from '../support/memory.ts'
import { createRandom, readCount } from '../support/random.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { formatMegabytes, report, type SoakStack, startSoakStack } from './stack.ts'

/** The duration without faults. */
const minutes = Number(process.env.SOAK_MINUTES || 60)
const seed = readCount('SOAK_SEED', 1)
const minute = 60_000
const quarters = 4

/**
 * The allowed growth of the site's objects. State per page, tag and connection varies within some megabytes; a leak
 * of a kilobyte a request would be hundreds. Bytes.
 */
const mayGrow = 20_000_000

let stack: SoakStack
let documents = 0
beforeAll(async () => {
  stack = await startSoakStack()
  documents = await countDocuments()
}, 600_000)
afterAll(() => stack?.close())

/** Samples the memory of both processes until `isOver`, and returns the averages in bytes. */
async function averageMemory(isOver: () => boolean): Promise<{ site: number; vendors: number }> {
  const sum = { site: 0, vendors: 0 }
  let count = 0
  while (!isOver()) {
    sum.site += readMemoryBytes(Number(stack.siteServer.child.pid))
    sum.vendors += readMemoryBytes(Number(stack.localCloud.child.pid))
    count += 1
    await pause(5000)
  }
  return { site: sum.site / count, vendors: sum.vendors / count }
}

test(
  'mixed visitors, members and editors lose nothing, and memory is stable',
  async () => {
    // On a shared machine a request may be retried. In an hour there are no more emails than the inbox stores.
    const people = new SimulatedUsers(stack, { random: createRandom(seed), mayFail: true, maxPauseMs: 6000 })
    const heaps: number[] = []
    const memory: { site: number; vendors: number }[] = []
    for (let quarter = 0; quarter < quarters; quarter += 1) {
      let isOver = false
      const looking = averageMemory(() => isOver)
      await people.run((minutes * minute) / quarters, { visitors: 8, members: 1, guests: 1 })
      isOver = true
      memory.push(await looking)
      heaps.push(await stack.heap())
      // Replaces the host's scheduler.
      expect((await stack.schedule('reconcile')).status).toBe(200)
      report(`objects of the site after quarter ${quarter + 1}`, formatMegabytes(heaps.at(-1) ?? 0))
    }
    report('minutes', minutes)
    reportActions(people.actions)
    report('memory of the site in each quarter', memory.map(({ site }) => formatMegabytes(site)).join(', '))
    report(
      'memory of all vendors in each quarter',
      memory.map(({ vendors }) => formatMegabytes(vendors)).join(', '),
    )
    expect(people.actions.failures).toEqual([])
    await expectInvariants(stack, people.actions, { documents, mayRepeat: true })
    // Memory of modules that load and compile in the first quarter stays.
    expect(Math.max(...heaps) - Number(heaps[0])).toBeLessThan(mayGrow)
  },
  (minutes + 30) * minute,
)
