import type { SanityClient } from 'sanity'
import { type Sales, salesPath, salesSchema } from '@/lib/membership/offer/salesResponse'

/**
 * Reads current sales from the site. The site returns them to project members who can publish: it reads the role of
 * this Studio's token from Sanity, and does not store the token.
 *
 * @throws when the Studio has no token, the user's role cannot publish, the request fails, or its response is invalid
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
