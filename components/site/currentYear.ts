import 'server-only'
import { cacheLife } from 'next/cache'

/** The year of now, kept for a day at most, so that pages can be prerendered. UTC. */
export async function currentYear(): Promise<number> {
  'use cache'
  cacheLife('days')
  return new Date().getUTCFullYear()
}
