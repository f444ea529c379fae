import { beforeEach, expect, test } from 'vitest'
import { findPrice } from '@/lib/membership/offer/catalog'
import { syncPublishedOffer } from '@/lib/membership/offer/offerChanges'
import { setUpSite, terms } from './support.ts'

const site = await setUpSite()
type ChangeRow = {
  revision: string
  author: string | null
  old: { regularPrice: number } | null
  new: { regularPrice: number }
  price: string
  published: Date
}

/** Lists the recorded changes, oldest first. */
const listAllChanges = () =>
  site.sql<ChangeRow>(
    `select revision, author, old_terms as old, new_terms as new, stripe_price as price, published_at as published
       from offer_changes order by published_at`,
  )

let earlierChangeCount = 0
beforeEach(async () => {
  earlierChangeCount = (await listAllChanges()).length
})
/** Lists the changes that this test recorded, oldest first. */
const listChanges = async () => (await listAllChanges()).slice(earlierChangeCount)

const setRegularPrice = (regularPrice: number) => {
  site.offer = { ...terms, regularPrice }
}

test('records a change to the offer with its time, revision, author, terms before and after, and price', async () => {
  setRegularPrice(149_700)
  await syncPublishedOffer(site.billing)
  setRegularPrice(159_700)
  await syncPublishedOffer(site.billing)
  const [firstChange, secondChange, ...otherChanges] = await listChanges()
  const { publishedAt, revision } = await site.billing.offer()
  const price = await findPrice(site.stripe, site.offer)
  expect(firstChange).toMatchObject({ old: null, new: { regularPrice: 149_700 } })
  expect(secondChange).toEqual({
    revision,
    author: `author of ${revision}`,
    old: { ...terms, regularPrice: 149_700 },
    new: { ...terms, regularPrice: 159_700 },
    price: price?.id,
    published: publishedAt,
  })
  expect(otherChanges).toEqual([])
})

test('concurrent webhooks on two servers record a change once', async () => {
  setRegularPrice(169_700)
  const otherInstance = site.otherInstance()
  await Promise.all(
    [site.billing, otherInstance, site.billing, otherInstance].map((billing) => syncPublishedOffer(billing)),
  )
  expect(await listChanges()).toHaveLength(1)
})

test('records two concurrent publications with the same terms as one change', async () => {
  setRegularPrice(149_900)
  const earlierOffer = await site.billing.offer()
  setRegularPrice(150_900)
  const firstOffer = await site.billing.offer()
  const secondOffer = {
    ...firstOffer,
    revision: 'published-again',
    publishedAt: new Date(firstOffer.publishedAt.getTime() + 1),
  }
  const sync = (published: typeof earlierOffer) =>
    syncPublishedOffer({ ...site.billing, offer: async () => published })
  await sync(earlierOffer)
  await Promise.all([sync(firstOffer), sync(secondOffer)])
  expect(await listChanges()).toHaveLength(2)
})

test('checkouts record terms that no webhook has reported, only once', async () => {
  setRegularPrice(179_700)
  await site.checkout({ user: site.createUser() })
  await site.checkout({ network: 'somebody', email: 'somebody@example.com' })
  expect(await listChanges()).toMatchObject([{ new: { regularPrice: 179_700 } }])
})

test('records a return to former terms as a change, but not a late read of older terms', async () => {
  setRegularPrice(149_700)
  await syncPublishedOffer(site.billing)
  const olderOffer = await site.billing.offer()
  setRegularPrice(189_700)
  await syncPublishedOffer(site.billing)
  await syncPublishedOffer({ ...site.billing, offer: async () => olderOffer })
  expect(await listChanges()).toHaveLength(2)
  setRegularPrice(149_700)
  await syncPublishedOffer(site.billing)
  expect((await listChanges()).map((row) => row.new.regularPrice)).toEqual([149_700, 189_700, 149_700])
})

test('records a change without its author when the Content Lake does not respond', async () => {
  setRegularPrice(199_700)
  const offerAuthor = () => Promise.reject(new Error('the Content Lake is unavailable'))
  await syncPublishedOffer({ ...site.billing, offerAuthor })
  expect(await listChanges()).toMatchObject([{ author: null }])
})
