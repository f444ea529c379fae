import type { SanityClient } from 'sanity'
import { type Sales, salesRoute, salesSchema } from '@/lib/membership/salesAnswer'

/**
 * Asks the site what it tells editors alone. It knows an editor by a secret that the editor's own session writes into a
 * draft: nobody else may, or reads it. The draft is gone when the site has answered.
 *
 * @throws when this user may not write drafts, or the site does not tell
 */
export async function readSales(client: SanityClient): Promise<Sales> {
  const secret = Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16)).join('')
  const _id = `drafts.${crypto.randomUUID()}`
  await client.create(
    { _id, _type: 'sanity.previewUrlSecret', secret, source: salesRoute.purpose },
    { visibility: 'sync' },
  )
  try {
    const answer = await fetch(salesRoute.path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
    if (!answer.ok) throw new Error(`The site answered ${answer.status}.`)
    return salesSchema.parse(await answer.json())
  } finally {
    client.delete(_id).catch((error: unknown) => console.warn('[offer] a secret was left behind', error))
  }
}
