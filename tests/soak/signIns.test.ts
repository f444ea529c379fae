import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuthClient, createUser, password } from '../support/accounts.ts'
import { loadPage } from '../support/publishing.ts'
import { formatMegabytes, report, type SoakStack, startSoakStack } from './stack.ts'

/** The number of concurrent sign-ins. */
const signInCount = Number(process.env.SOAK_SIGN_INS || 1000)
/** The number of accounts that are created concurrently before the sign-ins. */
const creationConcurrency = 8

let stack: SoakStack
beforeAll(async () => {
  stack = await startSoakStack()
}, 600_000)
afterAll(() => stack?.close())

async function createMany<Item>(count: number, create: () => Promise<Item>): Promise<Item[]> {
  const items: Item[] = []
  let startedCount = 0
  const runWorker = async () => {
    while (startedCount < count) {
      startedCount += 1
      items.push(await create())
    }
  }
  await Promise.all(Array.from({ length: creationConcurrency }, runWorker))
  return items
}

/**
 * Retries an action until its result is defined, as a user does after a rejected sign-in. Counts the retries, and
 * throws after a hundred.
 */
async function retryUntilDefined<Result>(
  action: () => Promise<Result | undefined>,
  retries: { count: number },
) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const result = await action()
    if (result !== undefined) return result
    retries.count += 1
    await pause(2000)
  }
  throw new Error('The action failed a hundred times.')
}

test('all concurrent sign-ins succeed, some after retries, each with the session of its own user', async () => {
  const accounts = await createMany(signInCount, createUser)
  const heapBytesBefore = await stack.measureHeapBytes()
  const startMs = performance.now()
  const retries = { count: 0 }
  const signInMs: number[] = []
  let isOver = false
  let longestPageMs = 0
  const loadPages = async () => {
    while (!isOver) {
      const requestedMs = performance.now()
      expect((await loadPage('/', stack.siteOrigin)).status).toBe(200)
      longestPageMs = Math.max(longestPageMs, performance.now() - requestedMs)
    }
  }
  const pageLoads = loadPages()
  const signIn = async ({ id, email }: { id: string; email: string }) => {
    const session = await retryUntilDefined(async () => {
      const { data } = await createAuthClient().auth.signInWithPassword({ email, password })
      return data.session ?? undefined
    }, retries)
    expect(session.user).toMatchObject({ id, email })
    const membership = await retryUntilDefined(async () => {
      const response = await fetch(`${stack.siteOrigin}/api/check-subscription`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${session.access_token}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
      const body: unknown = await response.json()
      // On an overloaded machine, Supabase Auth or the database may not respond in time.
      expect([200, 500, 503], JSON.stringify(body)).toContain(response.status)
      return response.status === 200 ? body : undefined
    }, retries)
    expect(membership).toMatchObject({ subscribed: false })
    signInMs.push(performance.now() - startMs)
    return session.access_token
  }
  const tokens = await Promise.all(accounts.map(signIn))
  isOver = true
  await pageLoads
  expect(new Set(tokens).size).toBe(signInCount)
  const [row] = await stack.database.sql<{ count: number }>(
    'select count(*)::int as count from auth.sessions where user_id = any($1::uuid[])',
    [accounts.map(({ id }) => id)],
  )
  expect(row?.count).toBeGreaterThanOrEqual(signInCount)
  const sortedMs = signInMs.toSorted((a, b) => a - b)
  report('concurrent sign-ins', signInCount)
  report(
    'seconds until half and until all users were signed in',
    [sortedMs[Math.floor(signInCount / 2)], sortedMs.at(-1)]
      .map((ms) => ((ms ?? 0) / 1000).toFixed(1))
      .join(', '),
  )
  report('retries', retries.count)
  report('longest response of the home page, ms', Math.round(longestPageMs))
  const heapBytesAfter = await stack.measureHeapBytes()
  report(
    'heap of the site before and after',
    `${formatMegabytes(heapBytesBefore)}, ${formatMegabytes(heapBytesAfter)}`,
  )
}, 1_800_000)
