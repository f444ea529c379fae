import type { SanityClient } from 'sanity'
import { type Sales, salesPath, salesSchema } from '@/lib/membership/offer/salesResponse'

/**
 * Reads sales from the site, which returns them to members of the project whose role may edit the offer. It asks Sanity
 * for the role of the token with which this Studio is signed in, and stores the token nowhere.
 *
 * @throws when this user's role may not edit the offer, or the site does not respond
 */
export async function readSales(client: SanityClient): Promise<Sales> {
  const { token } = client.config()
  if (!token) throw new Error('This Studio is not signed in with a token.')
  const response = await fetch(salesPath, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  if (!response.ok) throw new Error(`${salesPath} failed with status ${response.status}.`)
  return salesSchema.parse(await response.json())
}
