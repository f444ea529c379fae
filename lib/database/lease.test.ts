import { expect, it } from 'vitest'
import { withDeadline } from '@/lib/deadline'
import type { Database, Sql } from './database'
import { withLease } from './lease'

it('each attempt to acquire a lease caps its lifetime to five seconds after the deadline', async () => {
  const lifetimes: number[] = []
  const sql: Sql = async (_statement, values) => {
    lifetimes.push(Number(values?.[2]))
    if (lifetimes.length === 3) throw new Error('third attempt')
    return []
  }
  const database: Database = { sql, transaction: (work) => work(sql), close: async () => {} }
  const acquire = withDeadline(1000, () => withLease(database, 'customer:1', async () => {}))
  await expect(acquire).rejects.toThrow('third attempt')
  const [first = 0, second = 0, third = 0] = lifetimes
  expect(first).toBeLessThanOrEqual(6000)
  expect(second).toBeLessThan(first)
  expect(third).toBeLessThan(second)
})
