import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { createClient as createSupabase } from '@supabase/supabase-js'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { createContentLakeClient } from '../../testing/contentLakeClient.ts'
import { buySubscription, createCheckout, createPortalUrl, createStripeClient } from './billingSupport.ts'
import { control, expectAccessible, test } from './cloud.ts'

const LONG_WORD = 'averylongwordwithoutanyplacetobreakit'.repeat(4)

const createLongEmail = () => `${randomUUID()}@${'subdomain.'.repeat(8)}example.com`

/** Registers a webhook with a long name, and delivers a change of a document to it. */
async function deliverWebhook({ env, contentLakeOrigin, origin }: RunningCloud): Promise<void> {
  const client = createContentLakeClient(contentLakeOrigin, env.SANITY_API_WRITE_TOKEN)
  const rule = { on: ['create', 'update'], filter: `_type == "${LONG_WORD}"` }
  const hook = { type: 'document', name: LONG_WORD, url: `${origin}/unknown`, dataset: 'production', rule }
  const settings = { apiVersion: 'v2025-02-19', httpMethod: 'POST', includeDrafts: false }
  await client.request({ method: 'POST', url: '/hooks/projects/local', body: { ...hook, ...settings } })
  await client.createOrReplace({ _id: 'long', _type: LONG_WORD, title: LONG_WORD })
}

async function signUp({ env }: RunningCloud, email: string): Promise<void> {
  const { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key } = env
  const { error } = await createSupabase(url, key).auth.signUp({ email, password: randomUUID() })
  if (error) throw error
}

/** Signs up with a long email address. Returns the path of the page of the message that is sent to it. */
async function signUpWithLongEmail(cloud: RunningCloud): Promise<string> {
  const email = createLongEmail()
  await signUp(cloud, email)
  const { mails } = await control<{ mails: { id: string }[] }>(
    cloud,
    `mails?${new URLSearchParams({ text: email })}`,
  )
  return `/inbox/${mails[0]?.id}`
}

/** Buys a subscription. Returns the URLs of its invoice, receipt and portal pages, and of an open Checkout session. */
async function subscribe(page: Page, cloud: RunningCloud): Promise<string[]> {
  const { customer } = await buySubscription(page, cloud, createLongEmail())
  const subscription = (await createStripeClient(cloud).subscriptions.list({ customer })).data[0]
  const invoice = (await createStripeClient(cloud).invoices.list({ customer })).data[0]
  const charge = (await createStripeClient(cloud).charges.list({ customer })).data[0]
  const portalUrl = await createPortalUrl(cloud, customer)
  const unpaidCheckout = await createCheckout(cloud, createLongEmail())
  return [
    String(invoice?.hosted_invoice_url),
    String(charge?.receipt_url),
    portalUrl,
    `${portalUrl}/cancel/${subscription?.id}`,
    `${portalUrl}/payment`,
    String(unpaidCheckout.session.url),
  ]
}

/** Lists the elements that are wider than their containers: the page, and tables. */
function findOverflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const tables = [...document.querySelectorAll('table')].filter(
      (table) => table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1,
    )
    return [
      ...(scrollWidth > clientWidth ? ['page'] : []),
      ...tables.map((table) => table.ariaLabel ?? 'table'),
    ]
  })
}

/** The selector of the rows that a page's script adds, by path. */
const scriptRows: Record<string, string> = {
  '/': '#deliveries tr',
  '/billing': '#charges tr',
  '/inbox': '#mails tr',
}

/** Opens the pages of the console, Checkout, invoices, receipts and the portal, expands details, and checks them. */
async function checkPages(
  page: Page,
  cloud: RunningCloud,
  check: (path: string) => Promise<void>,
): Promise<void> {
  await deliverWebhook(cloud)
  const messagePath = await signUpWithLongEmail(cloud)
  const billingUrls = await subscribe(page, cloud)
  const paths = ['/', '/billing', ...billingUrls, '/inbox', messagePath]
  for (const path of paths) {
    await page.goto(new URL(path, cloud.origin).href)
    const rowSelector = scriptRows[path]
    if (rowSelector) await expect(page.locator(rowSelector).first()).toBeVisible()
    for (const summary of await page.locator('summary').all()) await summary.click()
    await check(path)
  }
}

test('no page overflows at 390, 820, 1440 or 1920 px', async ({ page, cloud }) => {
  await checkPages(page, cloud, async (path) => {
    for (const width of [390, 820, 1440, 1920]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await findOverflows(page), `${path} at ${width} px`).toEqual([])
    }
  })
})

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`the pages are accessible at ${width} px, ${colorScheme}`, async ({ page, cloud }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await checkPages(page, cloud, () => expectAccessible(page))
  })
}
