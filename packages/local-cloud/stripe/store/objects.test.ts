import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { Faults } from '../../http/faults.ts'
import { openBilling } from '../billing.ts'
import { createCustomer } from '../resources/customers.ts'
import { createProduct } from '../resources/products.ts'
import { Work } from '../work.ts'
import { ObjectStore } from './objects.ts'

const clock = { offset: 0, now: () => 1_800_000_000 }
const pages = 'http://localhost:4003'

const options = () => ({
  file: ':memory:',
  pages,
  secretKey: 'sk',
  faults: new Faults(),
  log: () => {},
})

test('a transaction that fails leaves nothing, unless the error says that it stands', () => {
  const { billing } = openBilling(options())
  const { store } = billing
  const create = () => {
    createCustomer(billing.work(), {})
    throw new Error('too late')
  }
  expect(() => store.transaction(create)).toThrow('too late')
  expect([store.count('customer'), store.count('event')]).toEqual([0, 0])
  expect(() => store.transaction(create, () => true)).toThrow('too late')
  expect([store.count('customer'), store.count('event')]).toEqual([1, 1])
  return billing.close()
})

/** Lets the file have no page more than it has, as if the disk were full; `room` takes that back. */
function fill(store: ObjectStore): { room: () => void } {
  const pages = Number(store.db.prepare('pragma page_count').get()?.page_count)
  store.db.exec(`pragma max_page_count = ${pages}`)
  return { room: () => store.db.exec('pragma max_page_count = 1000000') }
}

test('what a full disk does not take has not happened, and the next transaction can be made', async () => {
  const { billing } = openBilling(options())
  const { store } = billing
  const { room } = fill(store)
  const description = 'long '.repeat(20_000)
  const create = () => createCustomer(billing.work(), { description })
  expect(() => store.transaction(create)).toThrow('database or disk is full')
  // Nor has a refusal that would leave something standing.
  const refuse = () => {
    billing.work().emit('customer.updated', { description })
    throw new Error('declined')
  }
  expect(() => store.transaction(refuse, (error) => String(error).includes('declined'))).toThrow(
    'database or disk is full',
  )
  expect([store.count('customer'), store.count('event')]).toEqual([0, 0])
  room()
  store.transaction(create)
  expect([store.count('customer'), store.count('event')]).toEqual([1, 1])
  await billing.close()
})

test('what is due on a full disk waits, and is done when there is room', async () => {
  let now = 1_800_000_000_000
  const machine = () => now
  const { billing, app } = openBilling({ ...options(), machine })
  const { store } = billing
  // Large, as the event will be that says that it has ended.
  const metadata = Array.from({ length: 50 }, (_, key): [string, string] => [
    `metadata[k${key}]`,
    'x'.repeat(500),
  ])
  const fields = new URLSearchParams([['percent_off', '10'], ['redeem_by', '1800000100'], ...metadata])
  const response = await app.request('/v1/coupons', {
    method: 'POST',
    headers: { authorization: 'Bearer sk', 'content-type': 'application/x-www-form-urlencoded' },
    body: String(fields),
  })
  expect(response.status).toBe(200)
  const { id }: { id: string } = await response.json()
  const { room } = fill(store)
  now += 200_000
  expect(() => billing.advance(0)).toThrow('database or disk is full')
  expect(store.get('coupon', id)?.valid).toBe(true)
  room()
  billing.advance(0)
  expect(store.get('coupon', id)?.valid).toBe(false)
  await billing.close()
})

test('a deleted object leaves a tombstone, which is found by its id alone', async () => {
  const { billing } = openBilling(options())
  const { store } = billing
  const { id } = createCustomer(billing.work(), { email: 'ada@example.com' })
  store.bury('customer', id)
  expect(store.get('customer', id)).toBeUndefined()
  expect(store.find(id)).toEqual({ id, object: 'customer', deleted: true })
  expect(store.all('customer')).toEqual([])
  await billing.close()
})

test('what was answered has reached the disk, which a power cut spares', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-store-'))
  const store = new ObjectStore(join(folder, 'account.sqlite'))
  // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
  expect(store.db.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 })
  expect(store.db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  store.close()
  rmSync(folder, { recursive: true })
})

test('a folder of the first days is taken over', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-store-'))
  const file = join(folder, 'account.sqlite')
  const old = new DatabaseSync(file)
  old.exec(`create table objects (
    position integer primary key autoincrement, id text not null unique, kind text not null, customer text,
    deleted integer not null default 0, body text not null
  ) strict`)
  old
    .prepare('insert into objects (id, kind, body) values (?, ?, ?)')
    .run(
      'prod_old',
      'product',
      JSON.stringify({ id: 'prod_old', object: 'product', created: 5, name: 'Old' }),
    )
  old.close()
  const store = new ObjectStore(file)
  const work = new Work({ store, clock, pages, businessName: 'Business' })
  expect(
    work.page('/v1/products', 'product', {
      limit: 10,
      starting_after: undefined,
      ending_before: undefined,
      created: { gte: 5, lte: 5 },
    }),
  ).toMatchObject({ has_more: false, data: [{ id: 'prod_old' }] })
  expect(work.need('product', 'prod_old').name).toBe('Old')
  expect(() => createProduct(work, { id: 'prod_old', name: 'New' })).toThrow('already exists')
  store.close()
  rmSync(folder, { recursive: true })
})
