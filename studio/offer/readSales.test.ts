import { createClient } from '@sanity/client'
import { afterEach, expect, it, vi } from 'vitest'
import { salesPath } from '@/lib/membership/offer/salesResponse'
import { readSales } from './readSales'

const sales = { price: null, members: [] }
const fetchSales = vi.fn(async (_path: string, _init: RequestInit) => Response.json(sales))
vi.stubGlobal('fetch', fetchSales)
afterEach(() => fetchSales.mockClear())

const createTestClient = (token: string | undefined) =>
  createClient({ projectId: 'abc123', dataset: 'production', apiVersion: '1', useCdn: false, token })

it('sends the token of the signed-in editor', async () => {
  expect(await readSales(createTestClient('token-of-an-editor'))).toEqual(sales)
  const headers = { Authorization: 'Bearer token-of-an-editor' }
  expect(fetchSales).toHaveBeenCalledExactlyOnceWith(salesPath, { method: 'POST', headers })
})

it('throws without a token, and sends no request', async () => {
  await expect(readSales(createTestClient(undefined))).rejects.toThrow('not signed in with a token')
  expect(fetchSales).not.toHaveBeenCalled()
})
