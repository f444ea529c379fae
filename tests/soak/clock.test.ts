import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maxDeliveryAgeMs } from '@/lib/content/reading/webhookSignature'
import { inRoot } from '../../scripts/lib/paths.ts'
import { createAuthClient, createUser, password } from '../support/accounts.ts'
import { contentClient } from '../support/content.ts'
import { publicPages } from '../support/pages.ts'
import { loadPage, sendWebhook } from '../support/publishing.ts'
import { createRandom } from '../support/random.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { report, type SoakStack, startSoakStack } from './stack.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Offsets of the site's clock, in turn. The clocks of the vendors and of the database stay correct. */
const offsetsMs = [3 * hourMs, 0, -3 * hourMs, 0, 2 * dayMs, 0, -2 * dayMs, 0, 40_000, -40_000, 0]

/** The age at which pages are revalidated, which is longer in production. */
const pageLifetimeSeconds = 10

const folder = mkdtempSync(join(tmpdir(), 'clock-'))
const offsetFile = join(folder, 'offset')
const setClockOffset = (offsetMs: number) => writeFileSync(offsetFile, String(offsetMs))
const formatOffset = (offsetMs: number) => `clock offset ${offsetMs / 1000} s`

let stack: SoakStack
let documentCount = 0
beforeAll(async () => {
  setClockOffset(0)
  stack = await startSoakStack({
    NODE_OPTIONS: `--import=${pathToFileURL(inRoot('tests/soak/movedClock.mjs'))}`,
    CLOCK_FILE: offsetFile,
    CONTENT_REVALIDATE_SECONDS: String(pageLifetimeSeconds),
  })
  documentCount = await countDocuments()
}, 600_000)
afterAll(async () => {
  await stack?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Measures the seconds until a page shows a text, or with `isShown: false` no longer shows it. Throws after a minute. */
async function measureSecondsUntil(path: string, text: string, { isShown = true } = {}): Promise<number> {
  const startMs = performance.now()
  while ((await loadPage(path, stack.siteOrigin)).html.includes(text) !== isShown) {
    if (performance.now() - startMs > 60_000)
      throw new Error(`${path}: “${text}” ${isShown ? 'is missing' : 'is still shown'} after a minute`)
    await pause(100)
  }
  return (performance.now() - startMs) / 1000
}

async function publishFooter(text: string): Promise<void> {
  await contentClient().mutate([{ patch: { id: 'siteSettings', set: { footerText: text } } }])
}

const sendSignedWebhook = async (signedAtMs: number) =>
  (
    await sendWebhook('{"_id":"aboutPage","_type":"aboutPage"}', {
      signedAt: signedAtMs,
      origin: stack.siteOrigin,
    })
  ).status

test('the site responds while its clock is wrong, and recovers once the clock is correct', async () => {
  const { email } = await createUser()
  const member = createAuthClient()
  await member.auth.signInWithPassword({ email, password })
  const checkSubscription = async () => {
    const { data } = await member.auth.getSession()
    const response = await fetch(`${stack.siteOrigin}/api/check-subscription`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${data.session?.access_token}`, 'Content-Type': 'application/json' },
      body: '{"live":true}',
    })
    return response.status
  }
  const users = new SimulatedUsers(stack, { random: createRandom(1), servicesMayFail: true })
  await users.run(10_000)
  let publishCount = users.actions.publishedTexts.length
  for (const offsetMs of offsetsMs) {
    setClockOffset(offsetMs)
    // The site reads the offset again after 20 ms.
    await pause(100)
    const isCorrect = offsetMs === 0
    for (const { path } of publicPages)
      expect((await loadPage(path, stack.siteOrigin)).status, `${path}, ${formatOffset(offsetMs)}`).toBe(200)
    // While the clock is hours ahead, a valid token may have expired by this clock.
    const acceptedStatuses = offsetMs > hourMs ? [200, 401] : [200]
    expect(acceptedStatuses, `status check, ${formatOffset(offsetMs)}`).toContain(await checkSubscription())
    for (const route of ['reconcile', 'announcements'] as const) {
      expect((await stack.callCronRoute(route)).status, `${route}, ${formatOffset(offsetMs)}`).toBe(200)
    }
    const isWithinTolerance = Math.abs(offsetMs) < maxDeliveryAgeMs
    expect(await sendSignedWebhook(Date.now()), `valid webhook, ${formatOffset(offsetMs)}`).toBe(
      isWithinTolerance ? 200 : 401,
    )
    publishCount += 1
    const text = `Published as number ${publishCount}`
    await publishFooter(text)
    users.actions.publishedTexts.push(text)
    const seconds = await measureSecondsUntil('/about', text)
    report(`publish to page, ${formatOffset(offsetMs)}, seconds`, seconds.toFixed(1))
    if (isCorrect) expect(seconds).toBeLessThan(pageLifetimeSeconds / 2)
  }
  await users.run(10_000)
  reportActions(users.actions)
  expect(users.actions.failures).toEqual([])
  await expectInvariants(stack, users.actions, { documentCount, mayRepeatEmails: true })
}, 1_800_000)

test("an announcement follows the site's clock, and disappears once the clock is correct", async () => {
  const formatTimeAfter = (delayMs: number) => new Date(Date.now() + delayMs).toISOString()
  const text = 'Open on the day after tomorrow'
  const start = formatTimeAfter(dayMs)
  const { _id } = await contentClient().create({
    _type: 'announcement',
    text,
    start,
    end: formatTimeAfter(3 * dayMs),
    pages: [],
  })
  try {
    await measureSecondsUntil('/about', text, { isShown: false })
    setClockOffset(2 * dayMs)
    await pause(100)
    expect((await stack.callCronRoute('announcements')).status).toBe(200)
    report('announcement to page, seconds', (await measureSecondsUntil('/about', text)).toFixed(1))
    setClockOffset(0)
    await pause(100)
    expect((await stack.callCronRoute('announcements')).status).toBe(200)
    const seconds = await measureSecondsUntil('/about', text, { isShown: false })
    report('announcement removed from page, seconds', seconds.toFixed(1))
  } finally {
    setClockOffset(0)
    await contentClient().delete(_id)
  }
}, 300_000)
