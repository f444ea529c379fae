import { startDatabase } from 'local-cloud/testing/authService'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '@/lib/database/database'
import { recordOfferChange } from '@/lib/membership/offer/offerChanges'
import { computeTermsVersion } from '@/lib/membership/offer/termsVersion'
import { migrateDatabase } from '../../../scripts/provision/migrateDatabase.ts'
import { listOfferChanges } from '../../../scripts/provision/offerChanges.ts'
import { terms } from '../subscription/support.ts'

vi.setConfig({ testTimeout: 120_000 })

test('the doctor lists the last ten changes of the offer, newest first', async () => {
  const server = await startDatabase()
  const listFindings = async () =>
    (await listOfferChanges({ DATABASE_URL: server.url, DATABASE_CA: undefined })).list.map(
      ({ text }) => text,
    )
  expect(await listFindings()).toEqual([])
  await migrateDatabase(server.url)
  expect(await listFindings()).toEqual(['No change is recorded yet.'])

  const database = openDatabase(server.url)
  const recordChange = (day: number, soldTerms: typeof terms) =>
    recordOfferChange(
      { database, offerAuthor: async () => (day === 1 ? null : 'pAda') },
      {
        terms: soldTerms,
        version: computeTermsVersion(soldTerms),
        revision: `rev-${day}`,
        legalRevision: '',
        consent: '',
        sourceQuestion: '',
        publishedAt: new Date(Date.UTC(2026, 0, day, 9)),
      },
      `price_${day}`,
    )
  await recordChange(1, terms)
  for (let day = 2; day <= 11; day += 1) {
    await recordChange(day, { ...terms, regularPrice: terms.regularPrice + day * 100, packageName: 'Growth' })
  }
  await recordChange(12, terms)
  const lines = await listFindings()
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe(
    '2026-01-12T09:00 UTC by pAda: packageName "Growth" → null, regularPrice $1,508 → $1,497 (revision rev-12, price_12)',
  )
  expect(lines[9]).toContain('2026-01-03T09:00 UTC by pAda: regularPrice $1,499 → $1,500 (revision rev-3')
  await database.close()
  await server.close()
})
