import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Server } from '../../scripts/lib/stack.ts'
import { resetAccounts } from '../support/accounts.ts'
import { control } from '../support/content.ts'
import { loadPage } from '../support/publishing.ts'
import { createRandom, readCount } from '../support/random.ts'
import { publicRoutes } from '../support/routes.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { report, type SoakStack, startSoakStack } from './stack.ts'

/** The number of kills. */
const kills = readCount('SOAK_KILLS', 60)
const seed = readCount('SOAK_SEED', 1)
const minute = 60_000

let stack: SoakStack
let documents = 0
beforeAll(async () => {
  // Pages soon expire by time when their webhook is lost.
  stack = await startSoakStack({ CONTENT_REVALIDATE_SECONDS: '20' })
  documents = await countDocuments()
}, 600_000)
afterAll(() => stack?.close())

const slow = [
  { vendor: 'sanity', delayMs: 4000 },
  { vendor: 'stripe', delayMs: 4000 },
  { vendor: 'supabase', delayMs: 4000 },
  { vendor: 'postgres', delayMs: 1500 },
  { vendor: 'emailjs', delayMs: 4000 },
  { vendor: 'smtp', delayMs: 4000 },
]

test(
  'slow vendors delay no page, and started work finishes',
  async () => {
    const people = new SimulatedUsers(stack, { random: createRandom(seed + 1), mayFail: true })
    const living = people.run((slow.length + 1) * 20_000)
    let longest = 0
    for (const fault of slow) {
      await control('faults', fault)
      const end = Date.now() + 20_000
      while (Date.now() < end) {
        for (const { path } of publicRoutes) {
          const start = performance.now()
          // Skips changed pages, whose first visitor waits for the content.
          const { status, cache } = await loadPage(path, stack.siteOrigin)
          expect(status, `${path} while ${fault.vendor} is slow`).toBe(200)
          if (cache === 'HIT' || cache === 'STALE') longest = Math.max(longest, performance.now() - start)
        }
        await pause(200)
      }
      await control('faults', { vendor: fault.vendor, clear: true })
    }
    await living
    report('longest response of a cached page, ms', Math.round(longest))
    reportActions(people.actions)
    expect(people.actions.failures).toEqual([])
    // An email whose response came too late is sent again.
    await expectInvariants(stack, people.actions, { documents, mayRepeat: true })
  },
  20 * minute,
)

/** Kills a process as the system does when memory runs out, and starts it again. */
async function killAndRestart(server: Server, after: number): Promise<void> {
  await server.child.kill()
  await pause(after)
  await server.restart()
}

test(
  'the site and its services, killed at random moments, lose and duplicate nothing',
  async () => {
    const random = createRandom(seed + 2)
    const people = new SimulatedUsers(stack, { random: createRandom(seed + 3), mayFail: true })
    const killed = { site: 0, services: 0 }
    const killing = async () => {
      for (let count = 0; count < kills; count += 1) {
        await pause(1000 + random.number(5000))
        const isSite = random.chance(0.5)
        killed[isSite ? 'site' : 'services'] += 1
        await killAndRestart(isSite ? stack.siteServer : stack.localCloud, 200 + random.number(2000))
        // A restart resets the account service's limits.
        if (!isSite) await resetAccounts()
      }
    }
    await people.run(killing())
    report('killed', `${killed.site} times the site, ${killed.services} times all vendors and the database`)
    reportActions(people.actions)
    expect(people.actions.failures).toEqual([])
    await expectInvariants(stack, people.actions, { documents, mayRepeat: true })
  },
  (kills / 4 + 15) * minute,
)
