import { expect } from '@playwright/test'
import { deriveCronSecret } from '../../scripts/lib/environment.ts'
import { testEnvironment } from './environment.ts'
import { loadPage, publish } from './publishing.ts'

/** Calls the route that the scheduler calls each minute. */
export async function tick(): Promise<void> {
  const { siteOrigin, controlToken } = testEnvironment()
  const response = await fetch(`${siteOrigin}/api/cron/announcements`, {
    headers: { Authorization: `Bearer ${deriveCronSecret({ LOCAL_CONTROL_TOKEN: controlToken })}` },
  })
  expect(response.status).toBe(200)
}

/**
 * Ends an announcement in five seconds, and waits until a page no longer shows it, without any publish.
 *
 * @param id - of the announcement, which the page shows
 * @param words - its text
 */
export async function expectEnd(id: string, path: string, words: string): Promise<void> {
  await tick()
  await publish([{ patch: { id, set: { end: new Date(Date.now() + 5000).toISOString() } } }])
  expect((await loadPage(path)).html).toContain(words)
  const isShown = async () => {
    await tick()
    return (await loadPage(path)).html.includes(words)
  }
  await expect.poll(isShown, { timeout: 30_000 }).toBe(false)
}
