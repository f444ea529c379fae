import { expect, test } from '@playwright/test'
import { contentClient, control } from '../../support/content.ts'
import {
  loadPage,
  restore,
  type Snapshot,
  sendDocumentWebhook,
  takeSnapshot,
} from '../../support/publishing.ts'
import { type SecondSite, startSecondSite } from '../../support/secondSite.ts'

/** The number of consecutive changes. */
const publishes = process.env.SOAK ? 200 : 10

/** Changes in turn: text of one page, and text of all pages. */
const places = [
  { id: 'aboutPage', field: 'seo.title' },
  { id: 'siteSettings', field: 'footerText' },
] as const

const paths = ['/about', '/']

let before: Snapshot
let site: SecondSite

test.beforeAll(async () => {
  before = await takeSnapshot()
  // Pages are due after a second, so that one is rendering at nearly every moment.
  site = await startSecondSite({ CONTENT_REVALIDATE_SECONDS: '1' })
})
test.afterAll(async () => {
  await site?.stop()
  await restore(before)
})

test.setTimeout(publishes * 10_000)
test('shows a change with the first load after its webhook, despite in-flight renders', async () => {
  let visiting = true
  const visit = async (path: string) => {
    while (visiting) await loadPage(path, site.origin)
  }
  // The Content Lake reads at once and responds late: a result may be older than the last change.
  await control('faults', { vendor: 'sanity', delayAnswerMs: 700 })
  const visits = paths.map(visit)
  const missed: string[] = []
  try {
    for (let count = 0; count < publishes; count += 1) {
      const { id, field } = places[count % places.length] ?? places[0]
      const text = `Changed for the ${count}th time`
      await contentClient().mutate([{ patch: { id, set: { [field]: text } } }], { returnDocuments: false })
      await sendDocumentWebhook(id, site.origin)
      for (const path of id === 'siteSettings' ? paths : ['/about']) {
        // Loads each page twice, since an outdated render must be neither shown nor cached.
        for (const time of ['first', 'second']) {
          const { html } = await loadPage(path, site.origin)
          if (!html.includes(text)) missed.push(`${count}: ${path}, ${time} load`)
        }
      }
    }
  } finally {
    visiting = false
    await Promise.all(visits)
    await control('faults', undefined, 'DELETE')
  }
  expect(missed).toEqual([])
})
