import { expect } from '@playwright/test'
import { localSecrets } from '../../scripts/stack/environment.ts'
import { testEnvironment } from './environment.ts'
import { loadPage, publish } from './publishing.ts'

/** Calls the route that the scheduler calls every minute. */
export async function runAnnouncementsCron(): Promise<void> {
  const { siteOrigin } = testEnvironment()
  const response = await fetch(`${siteOrigin}/api/cron/announcements`, {
    headers: { Authorization: `Bearer ${localSecrets.CRON_SECRET}` },
  })
  expect(response.status).toBe(200)
}

/**
 * Sets an announcement to end in five seconds. Without publishing again, waits until a page no longer shows it.
 *
 * @param id - the id of an announcement that the page shows
 * @param text - the text of the announcement
 */
export async function endAnnouncement(id: string, path: string, text: string): Promise<void> {
  await runAnnouncementsCron()
  await publish([{ patch: { id, set: { end: new Date(Date.now() + 5000).toISOString() } } }])
  expect((await loadPage(path)).html).toContain(text)
  const isShown = async () => {
    await runAnnouncementsCron()
    return (await loadPage(path)).html.includes(text)
  }
  await expect.poll(isShown, { timeout: 30_000 }).toBe(false)
}
