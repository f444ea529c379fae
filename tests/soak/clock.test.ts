import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inRoot } from '../../scripts/lib/paths.ts'
import { createAuthClient, createUser, password } from '../support/accounts.ts'
import { contentClient } from '../support/content.ts'
import { loadPage, sendWebhook } from '../support/publishing.ts'
import { createRandom } from '../support/random.ts'
import { publicRoutes } from '../support/routes.ts'
import { countDocuments, expectInvariants } from './invariants.ts'
import { reportActions, SimulatedUsers } from './simulatedUsers.ts'
import { report, type SoakStack, startSoakStack } from './stack.ts'

const hour = 3_600_000
const day = 24 * hour

/** Jumps of the site's clock relative to the right time; vendors and the database have the right one. Milliseconds. */
const jumps = [3 * hour, 0, -3 * hour, 0, 2 * day, 0, -2 * day, 0, 40_000, -40_000, 0]

/** After which pages are due; longer in production. Seconds. */
const lifetime = 10

const folder = mkdtempSync(join(tmpdir(), 'clock-'))
const file = join(folder, 'offset')
const jump = (offset: number) => writeFileSync(file, String(offset))
const name = (offset: number) => `${offset / 1000} seconds`

let stack: SoakStack
let documents = 0
beforeAll(async () => {
  jump(0)
  stack = await startSoakStack({
    NODE_OPTIONS: `--import=${pathToFileURL(inRoot('tests/soak/movedClock.mjs'))}`,
    CLOCK_FILE: file,
    CONTENT_REVALIDATE_SECONDS: String(lifetime),
  })
  documents = await countDocuments()
}, 600_000)
afterAll(async () => {
  await stack?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Measures the time until a page shows a text, or no longer shows it. Seconds. */
async function secondsUntil(path: string, text: string, isShown = true): Promise<number> {
  const start = performance.now()
  while ((await loadPage(path, stack.siteOrigin)).html.includes(text) !== isShown) {
    if (performance.now() - start > 60_000)
      throw new Error(`${path}: “${text}” ${isShown ? 'is missing' : 'stays'}`)
    await pause(100)
  }
  return (performance.now() - start) / 1000
}

async function publish(text: string): Promise<void> {
  await contentClient().mutate([{ patch: { id: 'siteSettings', set: { footerText: text } } }])
}

const statusOfWebhook = async (signedAt: number) =>
  (await sendWebhook('{"_id":"aboutPage","_type":"aboutPage"}', { signedAt, origin: stack.siteOrigin }))
    .status

test('the site responds at any clock, and recovers at once when it is corrected', async () => {
  const { email } = await createUser()
  const member = createAuthClient()
  await member.auth.signInWithPassword({ email, password })
  const check = async () => {
    const { data } = await member.auth.getSession()
    const response = await fetch(`${stack.siteOrigin}/api/check-subscription`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${data.session?.access_token}`, 'Content-Type': 'application/json' },
      body: '{"live":true}',
    })
    return response.status
  }
  const people = new SimulatedUsers(stack, { random: createRandom(1), mayFail: true })
  await people.run(10_000)
  let published = people.actions.published.length
  for (const offset of jumps) {
    jump(offset)
    // The process reads the file fifty times a second.
    await pause(100)
    const isRight = offset === 0
    for (const { path } of publicRoutes)
      expect((await loadPage(path, stack.siteOrigin)).status, `${path} ${name(offset)}`).toBe(200)
    // A clock that is hours ahead makes a current token look expired.
    expect(offset > hour ? [200, 401] : [200], `a signed-in member, ${name(offset)}`).toContain(await check())
    for (const route of ['reconcile', 'announcements'] as const) {
      expect((await stack.schedule(route)).status, `${route}, ${name(offset)}`).toBe(200)
    }
    const isNear = Math.abs(offset) < 5 * 60_000
    expect(await statusOfWebhook(Date.now()), `a true webhook, ${name(offset)}`).toBe(isNear ? 200 : 401)
    published += 1
    const text = `Published as number ${published}`
    await publish(text)
    people.actions.published.push(text)
    const seconds = await secondsUntil('/about', text)
    report(`a publish shows, ${name(offset)}, seconds`, seconds.toFixed(1))
    if (isRight) expect(seconds).toBeLessThan(lifetime / 2)
  }
  await people.run(10_000)
  reportActions(people.actions)
  expect(people.actions.failures).toEqual([])
  await expectInvariants(stack, people.actions, { documents, mayRepeat: true })
}, 1_800_000)

test("an announcement follows the site's clock, and disappears when it is corrected", async () => {
  const at = (offset: number) => new Date(Date.now() + offset).toISOString()
  const text = 'Open on the day after tomorrow'
  const start = at(day)
  const { _id } = await contentClient().create({
    _type: 'announcement',
    text,
    start,
    end: at(3 * day),
    pages: [],
  })
  try {
    await secondsUntil('/about', text, false)
    jump(2 * day)
    await pause(100)
    expect((await stack.schedule('announcements')).status).toBe(200)
    report('an announcement shows, seconds', (await secondsUntil('/about', text)).toFixed(1))
    jump(0)
    await pause(100)
    expect((await stack.schedule('announcements')).status).toBe(200)
    report('it goes, seconds', (await secondsUntil('/about', text, false)).toFixed(1))
  } finally {
    jump(0)
    await contentClient().delete(_id)
  }
}, 300_000)
