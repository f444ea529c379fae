import { formatMoney } from '@/lib/content/format'
import { openDatabase } from '@/lib/database/database'
import { Findings } from '../lib/findings.ts'
import type { Settings } from '../lib/settings.ts'

/** A database that sleeps needs a while to wake up. Milliseconds. */
const timeoutMs = 60_000

type Terms = Record<string, string | number | null>
type Change = {
  revision: string
  author: string | null
  published: Date
  old: Terms | null
  new: Terms
  price: string
}

/** Lists the last ten changes of what is sold, newest first: when, by whom, and what became of the terms. */
export async function listOfferChanges({
  DATABASE_URL: url,
  DATABASE_CA: ca,
}: Pick<Settings, 'DATABASE_URL' | 'DATABASE_CA'>): Promise<Findings> {
  const findings = new Findings('What is sold')
  if (!url) return findings
  await findings.attempt('Changes of what is sold cannot be read', async () => {
    const database = openDatabase(url, { timeoutMs, ca })
    try {
      // A database that has not got its migrations yet is spoken of elsewhere.
      const [table] = await database.sql<{ found: string | null }>(
        `select to_regclass('public.offer_changes')::text as found`,
      )
      if (!table?.found) return
      const changes = await database.sql<Change>(
        `select revision, author, published_at as published, old_terms as old, new_terms as new, stripe_price as price
           from offer_changes order by published_at desc limit 10`,
      )
      if (changes.length === 0) findings.expect(true, 'Nothing has been sold yet.', '')
      for (const change of changes) findings.expect(true, formatLine(change), '')
    } finally {
      await database.close()
    }
  })
  return findings
}

function formatLine({ revision, author, published, old, new: terms, price }: Change): string {
  const names = [...new Set([...Object.keys(old ?? {}), ...Object.keys(terms)])].filter(
    (name) => (old?.[name] ?? null) !== (terms[name] ?? null),
  )
  const changes = names.toSorted().map((name) => {
    const now = shownValue(name, terms)
    return old ? `${name} ${shownValue(name, old)} → ${now}` : `${name} ${now}`
  })
  const who = author ? ` by ${author}` : ''
  return `${published.toISOString().slice(0, 16)} UTC${who}: ${changes.join(', ')} (revision ${revision}, ${price})`
}

/** Changed texts are only named: they are long, and the Content Lake stores them. */
function shownValue(name: string, terms: Terms): string {
  const value = terms[name] ?? null
  if (name.endsWith('Price')) return formatMoney(Number(value), String(terms.currency))
  if (name.endsWith('Terms')) return '“…”'
  return JSON.stringify(value)
}
