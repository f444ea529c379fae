import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { createClient as createSupabase } from '@supabase/supabase-js'
import type { RunningCloud } from '../../testing/cloudProcess.ts'
import { lakeClient } from '../../testing/lakeClient.ts'
import { enterPortal, openCheckout, payWith, returnUrl, stripe } from './billingSupport.ts'
import { control, test } from './cloud.ts'

const LONG = 'averylongwordwithoutanyplacetobreakit'.repeat(4)

const longAddress = () => `${randomUUID()}@${'subdomain.'.repeat(8)}example.com`

/** Registers a webhook with a long name, which is sent a change of a document. */
async function deliverWebhook({ env, lakeOrigin, origin }: RunningCloud): Promise<void> {
  const client = lakeClient(lakeOrigin, env.SANITY_API_WRITE_TOKEN)
  const rule = { on: ['create', 'update'], filter: `_type == "${LONG}"` }
  const hook = { type: 'document', name: LONG, url: `${origin}/nobody`, dataset: 'production', rule }
  const settings = { apiVersion: 'v2025-02-19', httpMethod: 'POST', includeDrafts: false }
  await client.request({ method: 'POST', url: '/hooks/projects/local', body: { ...hook, ...settings } })
  await client.createOrReplace({ _id: 'long', _type: LONG, title: LONG })
}

async function createAccount({ env }: RunningCloud, email: string): Promise<string> {
  const admin = createSupabase(env.NEXT_PUBLIC_SUPABASE_URL, env.SUPABASE_SECRET_KEY).auth.admin
  const { data, error } = await admin.createUser({ email, email_confirm: true })
  if (error) throw error
  return `/accounts/${data.user.id}`
}

/** The page of a message to a long address. */
async function receiveMail(cloud: RunningCloud, email = longAddress()): Promise<string> {
  const { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key } = cloud.env
  const { error } = await createSupabase(url, key).auth.signUp({ email, password: randomUUID() })
  if (error) throw error
  const { mails } = await control<{ mails: { id: string }[] }>(
    cloud,
    `mails?${new URLSearchParams({ text: email })}`,
  )
  return `/inbox/${mails[0]?.id}`
}

/** The pages about a subscription that was paid for, for its owner and its buyer, and a checkout that was not paid. */
async function subscribe(page: Page, cloud: RunningCloud): Promise<string[]> {
  const { session, customer } = await openCheckout(cloud, longAddress())
  await page.goto(String(session.url))
  await payWith(page, '4242 4242 4242 4242')
  await page.waitForURL((url) => url.href.startsWith(returnUrl(cloud)))
  const subscription = (await stripe(cloud).subscriptions.list({ customer })).data[0]
  const invoice = (await stripe(cloud).invoices.list({ customer })).data[0]
  const charge = (await stripe(cloud).charges.list({ customer })).data[0]
  const portal = await enterPortal(cloud, customer)
  const unpaid = await openCheckout(cloud, longAddress())
  return [
    String(invoice?.hosted_invoice_url),
    String(charge?.receipt_url),
    portal,
    `${portal}/cancel/${subscription?.id}`,
    `${portal}/payment`,
    String(unpaid.session.url),
  ]
}

/** What a message says in its frame is not ours, and no script may run there: axe would wait for it. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** What is wider than its place: the page, or a table. */
function tooWide(page: Page): Promise<string[]> {
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

/** Words of a page's tables that stand on two lines. Those that are too long for a line are left out. */
function brokenWords(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const broken: string[] = []
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\w+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top))
        if (node.parentElement?.closest('td') && word.length <= 26 && lines.size > 1) broken.push(word)
      }
    }
    return broken
  })
}

/** What the script of a page adds after it has loaded. */
const lateRows: Record<string, string> = {
  '/': '#deliveries tr',
  '/billing': '#charges tr',
  '/inbox': '#mails tr',
}

/** Opens every kind of page, with what is folded open, and looks at it. */
async function onEveryPage(
  page: Page,
  cloud: RunningCloud,
  look: (path: string) => Promise<void>,
): Promise<void> {
  await deliverWebhook(cloud)
  const account = await createAccount(cloud, longAddress())
  const message = await receiveMail(cloud)
  const billing = await subscribe(page, cloud)
  const paths = ['/', '/accounts', account, '/billing', ...billing, '/inbox', message]
  for (const path of paths) {
    await page.goto(new URL(path, cloud.origin).href)
    const rows = lateRows[path]
    if (rows) await expect(page.locator(rows).first()).toBeVisible()
    for (const summary of await page.locator('summary').all()) await summary.click()
    await look(path)
  }
}

test('nothing is wider than its place', async ({ page, cloud }) => {
  await onEveryPage(page, cloud, async (path) => {
    for (const width of [390, 820, 1440, 1920]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await tooWide(page), `${path} at ${width} px`).toEqual([])
    }
  })
})

test('addresses, however long, break at their marks', async ({ page, cloud }) => {
  await subscribe(page, cloud)
  await receiveMail(cloud, `ada.lovelace+${randomUUID()}@analytical-engines.department.example.com`)
  await receiveMail(cloud, `${'a'.repeat(60)}@example.com`)
  for (const path of ['/inbox', '/accounts', '/billing']) {
    await page.goto(`${cloud.origin}${path}`)
    await expect(page.locator(lateRows[path] ?? 'tbody tr').first()).toBeVisible()
    for (const width of [390, 820, 1024, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await tooWide(page), `${path} at ${width} px`).toEqual([])
      expect(await brokenWords(page), `${path} at ${width} px`).toEqual([])
    }
  }
})

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`pages can be used by everybody at ${width} px, ${colorScheme}`, async ({ page, cloud }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    await onEveryPage(page, cloud, () => expectAccessible(page))
  })
}

test('refunds a payment and cancels its subscription with the keyboard', async ({ page, cloud }) => {
  const { session, customer, email } = await openCheckout(cloud)
  await page.goto(String(session.url))
  await payWith(page, '4242 4242 4242 4242')
  await page.waitForURL((url) => url.href.startsWith(returnUrl(cloud)))
  await page.goto(`${cloud.origin}/billing`)
  await page.getByRole('button', { name: `Refund the payment of $997.00 by ${email}` }).press('Enter')
  await expect(page.getByRole('status')).toHaveText('The payment is refunded.')
  const { data } = await stripe(cloud).charges.list({ customer })
  expect(data[0]).toMatchObject({ amount_refunded: 99_700 })
  await page.getByRole('button', { name: `Cancel now: $1,497.00 / month of ${email}` }).press('Enter')
  await expect(page.getByRole('status')).toHaveText('The subscription is canceled.')
})

test('an account is banned, and deleted', async ({ page, cloud }) => {
  const email = `${randomUUID()}@example.com`
  await page.goto(`${cloud.origin}${await createAccount(cloud, email)}`)
  await page.getByLabel('How long').selectOption('For good')
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.getByRole('status')).toHaveText('The account is banned.')
  await page.getByText('Delete …').click()
  await page.getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByRole('status')).toHaveText('The account is deleted.')
  await page.getByLabel('Part of an address or a name').fill(email)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText(/^Nobody with/)).toBeVisible()
})

test('a mail is found and deleted', async ({ page, cloud }) => {
  const { NEXT_PUBLIC_SUPABASE_URL: url, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: key } = cloud.env
  const email = `${randomUUID()}@example.com`
  const { error } = await createSupabase(url, key).auth.signUp({ email, password: randomUUID() })
  expect(error).toBeNull()
  await page.goto(`${cloud.origin}/inbox`)
  await page.getByLabel('Address, subject or text').fill(email)
  await page.getByLabel('Address, subject or text').press('Enter')
  const rows = page.getByRole('table', { name: 'Messages' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).getByRole('link').click()
  await page.getByRole('button', { name: 'Delete the message' }).click()
  await expect(page.getByText('The message is deleted.')).toBeFocused()
})
