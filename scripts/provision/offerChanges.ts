import { formatMoney } from '@/lib/content/text/format'
import { openDatabase } from '@/lib/database/database'
import { Findings } from './findings.ts'
import type { Settings } from './settings.ts'

/** Long enough for a paused database to start. */
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

/** Lists the last ten changes of what is sold, newest first: the time, the author and the changed terms. */
export async function listOfferChanges({
  DATABASE_URL: url,
  DATABASE_CA: ca,
}: Pick<Settings, 'DATABASE_URL' | 'DATABASE_CA'>): Promise<Findings> {
  const findings = new Findings('What is sold')
  if (!url) return findings
  await findings.attempt('Changes of what is sold cannot be read', async () => {
    const database = openDatabase(url, { timeoutMs, ca })
    try {
      // checkDatabase reports missing migrations.
      const [table] = await database.sql<{ found: string | null }>(
        `select to_regclass('public.offer_changes')::text as found`,
      )
      if (!table?.found) return
      const changes = await database.sql<Change>(
        `select revision, author, published_at as published, old_terms as old, new_terms as new, stripe_price as price
           from offer_changes order by published_at desc limit 10`,
      )
      if (changes.length === 0) findings.pass('No change is recorded yet.')
      for (const change of changes) findings.pass(formatChange(change))
    } finally {
      await database.close()
    }
  })
  return findings
}

function formatChange({ revision, author, published, old, new: terms, price }: Change): string {
  const changedNames = [...new Set([...Object.keys(old ?? {}), ...Object.keys(terms)])].filter(
    (name) => (old?.[name] ?? null) !== (terms[name] ?? null),
  )
  const changes = changedNames.toSorted().map((name) => {
    const newValue = formatValue(name, terms)
    return old ? `${name} ${formatValue(name, old)} → ${newValue}` : `${name} ${newValue}`
  })
  const authorSuffix = author ? ` by ${author}` : ''
  return `${published.toISOString().slice(0, 16)} UTC${authorSuffix}: ${changes.join(', ')} (revision ${revision}, ${price})`
}

/** Formats a value. Texts of the terms are shown as “…”, since the Content Lake stores them. */
function formatValue(name: string, terms: Terms): string {
  const value = terms[name] ?? null
  if (name.endsWith('Price')) return formatMoney(Number(value), String(terms.currency))
  if (name.endsWith('Terms')) return '“…”'
  return JSON.stringify(value)
}
