import { expect } from '@playwright/test'
import { changeFields, control } from '../../support/content.ts'
import { contentTest as test } from '../../support/contentTest.ts'
import { loadPage, sendDocumentWebhook } from '../../support/publishing.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

const changeCount = process.env.SOAK ? 200 : 4

/** The fields that are changed in turn: one that a single page shows, and one that all pages show. */
const changedFields = [
  { id: 'aboutPage', field: 'seo.title' },
  { id: 'siteSettings', field: 'footerText' },
] as const

const paths = ['/about', '/']

let site: SecondSite

test.beforeAll(async () => {
  // Pages are revalidated after a second, so that a page is being rendered nearly all the time.
  site = await startSecondSite({ CONTENT_REVALIDATE_SECONDS: '1' })
})
test.afterAll(() => site?.stop())

test.setTimeout(changeCount * 10_000)
test('a page shows a change on the first load after its webhook, despite in-flight renders', async () => {
  let isVisiting = true
  const visit = async (path: string) => {
    while (isVisiting) await loadPage(path, site.origin)
  }
  // The local Content Lake runs queries immediately but delays responses, so results can be older than the last change.
  await control('faults', { vendor: 'sanity', delayResponseMs: 700 })
  const visits = paths.map(visit)
  const outdatedLoads: string[] = []
  try {
    for (let index = 0; index < changeCount; index += 1) {
      const { id, field } = changedFields[index % changedFields.length] ?? changedFields[0]
      const text = `Changed for the ${index}th time`
      await changeFields(id, { [field]: text })
      await sendDocumentWebhook(id, site.origin)
      for (const path of id === 'siteSettings' ? paths : ['/about']) {
        // Loads each page twice, since an outdated render must be neither shown nor cached.
        for (const load of ['first', 'second']) {
          const { html } = await loadPage(path, site.origin)
          if (!html.includes(text)) outdatedLoads.push(`${index}: ${path}, ${load} load`)
        }
      }
    }
  } finally {
    isVisiting = false
    await Promise.all(visits)
    await control('faults', undefined, 'DELETE')
  }
  expect(outdatedLoads).toEqual([])
})

test('the first load after a restart shows a change that was made during the downtime', async () => {
  const restartedSite = await startSecondSite({})
  try {
    for (const path of paths) await loadPage(path, restartedSite.origin)
    await restartedSite.kill()
    const text = 'Changed during the downtime'
    await changeFields('siteSettings', { footerText: text })
    await restartedSite.restart()
    for (const path of paths) expect((await loadPage(path, restartedSite.origin)).html, path).toContain(text)
  } finally {
    await restartedSite.stop()
  }
})
