import { registerHooks } from 'node:module'
import { expect, test } from '@playwright/test'
import { allPages } from '@/lib/pages'
import { contentClient } from '../../support/content.ts'
import type { ContentDocument } from '../../support/contentVariants/documents.ts'
import { testEnvironment } from '../../support/environment.ts'
import { expectDelivered, loadPage, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { createRandom, readCount } from '../../support/random.ts'
import { findFaults } from '../../support/randomEditor/findFaults.ts'
import { getCheckoutVersion } from '../../support/randomEditor/offerVersion.ts'
import { publicRoutes, unknownRoute } from '../../support/routes.ts'

const steps = readCount('RANDOM_EDITOR_STEPS', 40, 300)
const seed = readCount('RANDOM_EDITOR_SEED', 2)

/** Between two steps of an editor, so that the Studio's short-lived caches expire. */
const pace = 60_000

// Next's modules are named without endings, which only bundlers find.
registerHooks({
  resolve: (specifier, context, next) =>
    next(/^next\/\w+$/.test(specifier) ? `${specifier}.js` : specifier, context),
})

const { siteOrigin, lakeOrigin, writeToken } = testEnvironment()
const clock = Date.now
let before: Snapshot

test.beforeAll(async () => {
  before = await takeSnapshot()
})
test.afterAll(async () => {
  Date.now = clock
  await restore(before)
})

test.setTimeout(steps * 30_000 + 60_000)
test('every served page stays complete after any valid edit', {
  tag: '@all',
}, async () => {
  // The modules of the Studio read where the content is when they are imported.
  const { createTestWorkspace } = await import('../../support/workspace.ts')
  const workspace = await createTestWorkspace({ apiHost: lakeOrigin, token: writeToken })
  const { openStudio } = await import('../../support/randomEditor/editor.ts')
  const random = createRandom(seed)
  const editor = await openStudio({ client: contentClient(), workspace, random, samples: [] })
  let publishes = 0
  for (let number = 1; number <= steps; number += 1) {
    const time = clock() + number * pace
    Date.now = () => time
    const { description, transaction } = await editor.takeStep()
    Date.now = clock
    if (!transaction) continue
    publishes += 1
    await expectDelivered(transaction)
    const wrong = await wrongOnSite(editor.published)
    expect(wrong, `seed ${seed}, step ${number}: ${description}`).toEqual([])
  }
  expect(publishes).toBeGreaterThan(steps / 4)
})

/** Reads every page over HTTP, as a visitor with the first load after a publish. */
async function wrongOnSite(published: ReadonlyMap<string, ContentDocument>): Promise<string[]> {
  const offer = published.get('offer')
  const landingPages = [...published.values()].flatMap(({ _type, _id, path }) =>
    _type === 'landingPage' && typeof path === 'string' ? [{ path, document: _id }] : [],
  )
  const facts = { offer, version: getCheckoutVersion(offer), requestStatus, lakeOrigin }
  const pages = await Promise.all(
    [...publicRoutes, ...landingPages, unknownRoute].map(async ({ path, document }) => {
      const { status, html } = await loadPage(path)
      const wrong = await findFaults({ path, status, html, document: published.get(document) }, facts)
      return wrong.map((problem) => `${path} ${problem}`)
    }),
  )
  return pages.flat()
}

/** The final status of a URL of the site. */
async function requestStatus(path: string): Promise<number> {
  if (allPages.some((page) => page.path === path)) return 200
  const response = await fetch(new URL(path, siteOrigin), { redirect: 'manual' })
  await response.arrayBuffer()
  const target = response.headers.get('location')
  if (!target) return response.status
  const url = new URL(target, siteOrigin)
  return url.origin === siteOrigin ? requestStatus(url.pathname) : 200
}
