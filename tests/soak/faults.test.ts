import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Server } from '../../scripts/lib/stack.ts'
import { resetAccountSettings } from '../support/accounts.ts'
import { control } from '../support/content.ts'
import { publicPages } from '../support/pages.ts'
import { loadPage } from '../support/publishing.ts'
import { createRandom, readCount } from '../support/random.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { report, type SoakStack, startSoakStack } from './stack.ts'

const killCount = readCount('SOAK_KILLS', 60)
const seed = readCount('SOAK_SEED', 1)
const minuteMs = 60_000
/** The duration of each vendor's fault. */
const phaseMs = 20_000

let stack: SoakStack
let documentCount = 0
beforeAll(async () => {
  // A page whose webhook is lost is revalidated after 20 seconds.
  stack = await startSoakStack({ CONTENT_REVALIDATE_SECONDS: '20' })
  documentCount = await countDocuments()
}, 600_000)
afterAll(() => stack?.close())

const delayFaults = [
  { vendor: 'sanity', delayMs: 4000 },
  { vendor: 'stripe', delayMs: 4000 },
  { vendor: 'supabase', delayMs: 4000 },
  { vendor: 'postgres', delayMs: 1500 },
  { vendor: 'emailjs', delayMs: 4000 },
  { vendor: 'smtp', delayMs: 4000 },
]

test(
  'pages respond while vendors are slow, and all actions of users succeed, some after retries',
  async () => {
    const users = new SimulatedUsers(stack, { random: createRandom(seed + 1), servicesMayFail: true })
    const userActivity = users.run((delayFaults.length + 1) * phaseMs)
    let longestMs = 0
    for (const fault of delayFaults) {
      await control('faults', fault)
      const endMs = Date.now() + phaseMs
      while (Date.now() < endMs) {
        for (const { path } of publicPages) {
          const startMs = performance.now()
          const { status, cache } = await loadPage(path, stack.siteOrigin)
          expect(status, `${path} while ${fault.vendor} is slow`).toBe(200)
          // The first load of a changed page waits for the content, so only cached pages are measured.
          if (cache === 'HIT' || cache === 'STALE')
            longestMs = Math.max(longestMs, performance.now() - startMs)
        }
        await pause(200)
      }
      await control('faults', { vendor: fault.vendor, clear: true })
    }
    await userActivity
    report('longest response of a cached page, ms', Math.round(longestMs))
    reportActions(users.actions)
    expect(users.actions.failures).toEqual([])
    // An email is sent again when the response to its sender times out.
    await expectInvariants(stack, users.actions, { documentCount, mayRepeatEmails: true })
  },
  20 * minuteMs,
)

/** Kills a server with SIGKILL, and restarts it after a pause. */
async function killAndRestart(server: Server, pauseMs: number): Promise<void> {
  await server.child.kill()
  await pause(pauseMs)
  await server.restart()
}

test(
  'no acknowledged change is lost or, except emails, duplicated when site and vendors are killed at random times',
  async () => {
    const random = createRandom(seed + 2)
    const users = new SimulatedUsers(stack, { random: createRandom(seed + 3), servicesMayFail: true })
    const killCounts = { site: 0, vendors: 0 }
    const killServers = async () => {
      for (let kill = 0; kill < killCount; kill += 1) {
        await pause(1000 + random.number(5000))
        const isSite = random.chance(0.5)
        killCounts[isSite ? 'site' : 'vendors'] += 1
        await killAndRestart(isSite ? stack.siteServer : stack.localCloud, 200 + random.number(2000))
        // The restarted account service has its default rate limits, which are too low for this test.
        if (!isSite) await resetAccountSettings()
      }
    }
    await users.run(killServers())
    report(
      'kills of the site, kills of all vendors and the database',
      `${killCounts.site}, ${killCounts.vendors}`,
    )
    reportActions(users.actions)
    expect(users.actions.failures).toEqual([])
    await expectInvariants(stack, users.actions, { documentCount, mayRepeatEmails: true })
  },
  (killCount / 4 + 15) * minuteMs,
)
