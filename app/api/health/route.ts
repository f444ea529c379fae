import { connection } from 'next/server'
import { respond } from '@/lib/api/respond'
import { contentIsReachable } from '@/lib/content/client'

export const maxDuration = 30

/** For load balancers: the site answers; `content` says whether the Content Lake does too. */
export async function GET(request: Request): Promise<Response> {
  await connection()
  return respond(request, async () => ({
    status: 'ok',
    content: (await contentIsReachable(2000)) ? 'ok' : 'unreachable',
  }))
}
