import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Faults } from '../../http/faults.ts'
import { type Billing, openBilling } from '../billing.ts'
import { createCustomer } from '../resources/customers.ts'
import { ObjectStore } from './objects.ts'

let billing: Billing
let store: ObjectStore
beforeEach(() => {
  const log = () => {}
  const pages = 'http://localhost:4003'
  ;({ billing } = openBilling({ file: ':memory:', pages, secretKey: 'sk', faults: new Faults(), log }))
  store = billing.store
})
afterEach(() => billing.close())

const countObjects = () => [store.count('customer'), store.count('event')]

test('rolls back a failed transaction, unless its error is accepted', () => {
  const create = () => {
    createCustomer(billing.work(), {})
    throw new Error('too late')
  }
  expect(() => store.transaction(create)).toThrow('too late')
  expect(countObjects()).toEqual([0, 0])
  expect(() => store.transaction(create, () => true)).toThrow('too late')
  expect(countObjects()).toEqual([1, 1])
})

/** Limits the file to its present size, like a full disk. Returns a function that ends that. */
function fillDisk(): () => void {
  const pages = Number(store.db.prepare('pragma page_count').get()?.page_count)
  store.db.exec(`pragma max_page_count = ${pages}`)
  return () => store.db.exec('pragma max_page_count = 1000000')
}

const description = 'long '.repeat(20_000)

test('rolls back a transaction on a full disk, and commits it when there is room', () => {
  const empty = fillDisk()
  const create = () => createCustomer(billing.work(), { description })
  expect(() => store.transaction(create)).toThrow('database or disk is full')
  const refuse = () => {
    billing.work().emit('customer.updated', { description })
    throw new Error('declined')
  }
  expect(() => store.transaction(refuse, (error) => String(error).includes('declined'))).toThrow(
    'database or disk is full',
  )
  expect(countObjects()).toEqual([0, 0])
  empty()
  store.transaction(create)
  expect(countObjects()).toEqual([1, 1])
})

test('postpones due work on a full disk until there is room', () => {
  const work = billing.work()
  const session = { id: 'cs_1', object: 'checkout.session', status: 'open', expires_at: 1, description }
  store
    .prepare('insert into objects (id, kind, body, due_at) values (?, ?, ?, 1)')
    .run(session.id, session.object, JSON.stringify(session))
  const empty = fillDisk()
  expect(() => billing.advance(0)).toThrow('database or disk is full')
  expect(work.need('checkout.session', session.id).status).toBe('open')
  empty()
  billing.advance(0)
  expect(work.need('checkout.session', session.id).status).toBe('expired')
})

test('writes a transaction to disk before it returns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-store-'))
  const onDisk = new ObjectStore(join(folder, 'account.sqlite'), () => {})
  // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
  expect(onDisk.db.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 })
  expect(onDisk.db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  onDisk.close()
  rmSync(folder, { recursive: true })
})
