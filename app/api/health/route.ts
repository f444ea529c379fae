import { connection } from 'next/server'
import { contentIsReachable } from '@/lib/content/reachable'

/** For load balancers: the site answers; `content` says whether the Content Lake does too. */
export async function GET(): Promise<Response> {
  await connection()
  const content = (await contentIsReachable(2000)) ? 'ok' : 'unreachable'
  return Response.json({ status: 'ok', content }, { headers: { 'Cache-Control': 'no-store' } })
}
