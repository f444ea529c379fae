import { connection } from 'next/server'
import { environment } from '@/lib/env'
import { pages } from '@/lib/pages'

/** How long the file is valid; RFC 9116 recommends less than a year. */
const validityMs = 180 * 24 * 3_600_000

/** The contact for vulnerability reports (RFC 9116). .github/SECURITY.md has the rules for reporters. */
export async function GET(): Promise<Response> {
  await connection()
  const origin = environment().NEXT_PUBLIC_SITE_URL
  const lines = [
    `Contact: ${origin}${pages.contact.path}`,
    `Expires: ${new Date(Date.now() + validityMs).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=86400' },
  })
}
