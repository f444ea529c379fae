import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StripeAccount, startStripeAccount } from '../../testing/stripeAccount.ts'
import { createCustomer } from '../resources/customers.ts'
import { ObjectStore } from './objects.ts'

let account: StripeAccount
let billing: StripeAccount['billing']
let store: ObjectStore
beforeEach(async () => {
  account = await startStripeAccount()
  billing = account.billing
  store = billing.store
})
afterEach(() => account.close())

const countObjects = () => [store.list('customer').length, store.list('event').length]

test('rolls back a failed transaction, unless shouldCommit accepts its error', () => {
  const createAndFail = () => {
    createCustomer(billing.startOperation(), {})
    throw new Error('failed')
  }
  expect(() => store.transaction(createAndFail)).toThrow('failed')
  expect(countObjects()).toEqual([0, 0])
  expect(() => store.transaction(createAndFail, () => true)).toThrow('failed')
  expect(countObjects()).toEqual([1, 1])
})

/** Limits the database to its current size, to simulate a full disk. Returns a function that removes the limit. */
function fillDisk(): () => void {
  const pages = Number(store.db.prepare('pragma page_count').get()?.page_count)
  store.db.exec(`pragma max_page_count = ${pages}`)
  return () => store.db.exec('pragma max_page_count = 1000000')
}

const longDescription = 'long '.repeat(20_000)

test('rolls back a transaction on a full disk, and commits its retry once there is space', () => {
  const freeDisk = fillDisk()
  const create = () => createCustomer(billing.startOperation(), { description: longDescription })
  expect(() => store.transaction(create)).toThrow('database or disk is full')
  const emitAndFail = () => {
    billing.startOperation().emit('customer.updated', { description: longDescription })
    throw new Error('declined')
  }
  expect(() => store.transaction(emitAndFail, (error) => String(error).includes('declined'))).toThrow(
    'database or disk is full',
  )
  expect(countObjects()).toEqual([0, 0])
  freeDisk()
  store.transaction(create)
  expect(countObjects()).toEqual([1, 1])
})

test('does not apply a scheduled change on a full disk, and applies it once there is space', () => {
  const operation = billing.startOperation()
  const state = { status: 'open', expires_at: 1, description: longDescription }
  const session = { id: 'cs_1', object: 'checkout.session', ...state }
  store
    .prepare('insert into objects (id, kind, body, due_at) values (?, ?, ?, 1)')
    .run(session.id, session.object, JSON.stringify(session))
  const freeDisk = fillDisk()
  expect(() => billing.advance(0)).toThrow('database or disk is full')
  expect(operation.getOrThrow('checkout.session', session.id).status).toBe('open')
  freeDisk()
  billing.advance(0)
  expect(operation.getOrThrow('checkout.session', session.id).status).toBe('expired')
})

test('opens its file in WAL mode, with every commit synchronized to disk', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-store-'))
  const fileStore = new ObjectStore(join(folder, 'account.sqlite'), () => {})
  // 2 is FULL: https://sqlite.org/pragma.html#pragma_synchronous
  expect(fileStore.db.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 })
  expect(fileStore.db.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
  fileStore.close()
  rmSync(folder, { recursive: true })
})
