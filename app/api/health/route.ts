import { connection } from 'next/server'
import { client } from '@/lib/content/client'

/** For load balancers: the site answers; `content` says whether the Content Lake does too. */
export async function GET(): Promise<Response> {
  await connection()
  const content = await client.fetch('1', {}, { cache: 'no-store', signal: AbortSignal.timeout(2000) }).then(
    () => 'ok',
    () => 'unreachable',
  )
  return Response.json({ status: 'ok', content }, { headers: { 'Cache-Control': 'no-store' } })
}
