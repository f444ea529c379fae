import { registerHooks } from 'node:module'
import { expect, test } from '@playwright/test'
import { allPages } from '@/lib/pages'
import { contentClient } from '../../support/content.ts'
import type { ContentDocument } from '../../support/contentVariants/documents.ts'
import { testEnvironment } from '../../support/environment.ts'
import { publicPages, unknownPage } from '../../support/pages.ts'
import { expectDelivered, loadPage, restore, type Snapshot, takeSnapshot } from '../../support/publishing.ts'
import { createRandom, readCount } from '../../support/random.ts'
import { findDefects } from '../../support/randomEditor/findDefects.ts'
import { getOfferTermsVersion } from '../../support/randomEditor/offerVersion.ts'

const stepCount = readCount('RANDOM_EDITOR_STEPS', 40, 300)
const seed = readCount('RANDOM_EDITOR_SEED', 2)

/** The simulated time between two steps, longer than `cacheMs` in schemas/documentChecks.ts and schemas/knownPaths.ts. */
const stepIntervalMs = 60_000

// Next's modules are imported without a file extension, which only bundlers resolve.
registerHooks({
  resolve: (specifier, context, next) =>
    next(/^next\/\w+$/.test(specifier) ? `${specifier}.js` : specifier, context),
})

const { siteOrigin, contentLakeOrigin, writeToken } = testEnvironment()
const originalNow = Date.now
let snapshot: Snapshot

test.beforeAll(async () => {
  snapshot = await takeSnapshot()
})
test.afterAll(async () => {
  Date.now = originalNow
  await restore(snapshot)
})

test.setTimeout(stepCount * 30_000 + 60_000)
test('no served page has a defect after any valid edit', {
  tag: '@nightly',
}, async () => {
  // `createTestWorkspace` sets the environment variables that the Studio's modules read when they are imported, so
  // `editor.ts` is imported after it.
  const { createTestWorkspace } = await import('../../support/workspace.ts')
  const workspace = await createTestWorkspace({ apiHost: contentLakeOrigin, token: writeToken })
  const { createEditor } = await import('../../support/randomEditor/editor.ts')
  const random = createRandom(seed)
  const editor = await createEditor({ client: contentClient(), workspace, random, samples: [] })
  let publishCount = 0
  for (let step = 1; step <= stepCount; step += 1) {
    const simulatedTime = originalNow() + step * stepIntervalMs
    Date.now = () => simulatedTime
    const { description, transaction } = await editor.takeStep()
    Date.now = originalNow
    if (!transaction) continue
    publishCount += 1
    await expectDelivered(transaction)
    const defects = await findSiteDefects(editor.published)
    expect(defects, `seed ${seed}, step ${step}: ${description}`).toEqual([])
  }
  expect(publishCount).toBeGreaterThan(stepCount / 4)
})

/** Loads every page over HTTP, as the first visitor after a publish, and lists its defects. */
async function findSiteDefects(published: ReadonlyMap<string, ContentDocument>): Promise<string[]> {
  const offer = published.get('offer')
  const landingPages = [...published.values()].flatMap(({ _type, _id, path }) =>
    _type === 'landingPage' && typeof path === 'string' ? [{ path, document: _id }] : [],
  )
  const siteFacts = { offer, version: getOfferTermsVersion(offer), requestStatus, contentLakeOrigin }
  const pages = await Promise.all(
    [...publicPages, ...landingPages, unknownPage].map(async ({ path, document }) => {
      const { status, html } = await loadPage(path)
      const defects = await findDefects({ path, status, html, document: published.get(document) }, siteFacts)
      return defects.map((defect) => `${path} ${defect}`)
    }),
  )
  return pages.flat()
}

/**
 * Returns the status of a path after all redirects. A redirect to another site counts as 200, and so does every page of
 * `lib/pages.ts`, without a request.
 */
async function requestStatus(path: string): Promise<number> {
  if (allPages.some((page) => page.path === path)) return 200
  const response = await fetch(new URL(path, siteOrigin), { redirect: 'manual' })
  await response.arrayBuffer()
  const target = response.headers.get('location')
  if (!target) return response.status
  const url = new URL(target, siteOrigin)
  return url.origin === siteOrigin ? requestStatus(url.pathname) : 200
}
