import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atMost } from '@/lib/deadline'

vi.mock('next/server', () => ({ after: () => {} }))
vi.mock('@/lib/content/editor', () => ({
  requireEditor: () => new Promise((resolve) => setTimeout(resolve, 9000)),
}))
vi.mock('@/lib/membership/context', () => ({ billing: async () => ({}) }))
vi.mock('@/lib/membership/sales', () => ({ readSales: async () => ({ left: atMost(4000) }) }))

const { POST } = await import('./route')

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('leaves Stripe its time also when the secret waited behind the guesses of others', async () => {
  const body = JSON.stringify({ secret: 'a-secret-of-the-editor' })
  const headers = { 'Content-Type': 'application/json' }
  const answering = POST(new Request('http://localhost/api/studio/sales', { method: 'POST', headers, body }))
  await vi.advanceTimersByTimeAsync(9000)
  const answer = await answering
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ left: 4000 })
})
