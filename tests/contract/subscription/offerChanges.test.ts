import { beforeEach, expect, test, vi } from 'vitest'
import { syncPublishedOffer } from '@/lib/membership/offer/offerChanges'
import { type Site, setUpSite, terms } from './support.ts'

let site: Site
setUpSite((started) => {
  site = started
})
type Row = {
  revision: string
  author: string | null
  old: { regularPrice: number } | null
  new: { regularPrice: number }
  price: string
  published: Date
}

/** The recorded changes, oldest first. */
const all = () =>
  site.billing.database.sql<Row>(
    `select revision, author, old_terms as old, new_terms as new, stripe_price as price, published_at as published
       from offer_changes order by published_at`,
  )

let before = 0
beforeEach(async () => {
  before = (await all()).length
})
/** The changes that the test recorded, oldest first. */
const changes = async () => (await all()).slice(before)

const sell = (regularPrice: number) => {
  site.offer = { ...terms, regularPrice }
}

test('a change of the offer is a row: time, revision, author, terms before and after, and the price', async () => {
  sell(149_700)
  await syncPublishedOffer(site.billing)
  sell(159_700)
  await syncPublishedOffer(site.billing)
  const [first, second, ...others] = await changes()
  const { publishedAt, revision } = await site.billing.offer()
  const [price] = (await site.stripe.prices.list({ lookup_keys: ['membership_monthly'] })).data
  expect(first).toMatchObject({ old: null, new: { regularPrice: 149_700 } })
  expect(second).toEqual({
    revision,
    author: `author of ${revision}`,
    old: { ...terms, regularPrice: 149_700 },
    new: { ...terms, regularPrice: 159_700 },
    price: price?.id,
    published: publishedAt,
  })
  expect(others).toEqual([])
})

test('two concurrent webhooks, on two servers, record it once', async () => {
  sell(169_700)
  const other = site.otherInstance()
  await Promise.all([site.billing, other, site.billing, other].map((billing) => syncPublishedOffer(billing)))
  expect(await changes()).toHaveLength(1)
})

test('two concurrent publications with the same terms are one change', async () => {
  sell(149_900)
  const offer = await site.billing.offer()
  sell(150_900)
  const first = await site.billing.offer()
  const second = {
    ...first,
    revision: 'published-again',
    publishedAt: new Date(first.publishedAt.getTime() + 1),
  }
  const sync = (published: typeof offer) =>
    syncPublishedOffer({ ...site.billing, offer: async () => published })
  await sync(offer)
  await Promise.all([sync(first), sync(second)])
  expect(await changes()).toHaveLength(2)
})

test('a checkout records terms that no webhook has reported, once', async () => {
  sell(179_700)
  await site.checkout({ user: site.createUser() })
  await site.checkout({ guest: 'somebody', email: 'somebody@example.com' })
  expect(await changes()).toMatchObject([{ new: { regularPrice: 179_700 } }])
})

test('terms that return are a change too, but a late read of older ones is not', async () => {
  sell(149_700)
  await syncPublishedOffer(site.billing)
  const older = await site.billing.offer()
  sell(189_700)
  await syncPublishedOffer(site.billing)
  await syncPublishedOffer({ ...site.billing, offer: async () => older })
  expect(await changes()).toHaveLength(2)
  sell(149_700)
  await syncPublishedOffer(site.billing)
  expect((await changes()).map((row) => row.new.regularPrice)).toEqual([149_700, 189_700, 149_700])
})

test('a publication with the same terms is no change', async () => {
  sell(139_700)
  await syncPublishedOffer(site.billing)
  sell(139_700)
  await syncPublishedOffer(site.billing)
  expect(await changes()).toHaveLength(1)
})

test('an unknown author is omitted', async () => {
  sell(199_700)
  vi.spyOn(console, 'warn').mockImplementationOnce(() => {})
  const offerAuthor = vi.fn(() => Promise.reject(new Error('the Content Lake is unavailable')))
  const { sql } = site.billing.database
  const rival = vi.spyOn(site.billing.database, 'sql').mockImplementation(async (text, values) => {
    // Another writer comes first once, so that it reads again.
    if (!text.includes('insert into offer_changes')) return sql(text, values)
    rival.mockRestore()
    return []
  })
  await syncPublishedOffer({ ...site.billing, offerAuthor })
  expect(await changes()).toMatchObject([{ author: null }])
  expect(offerAuthor).toHaveBeenCalledTimes(1)
})
