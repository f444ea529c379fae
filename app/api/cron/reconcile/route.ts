import { timingSafeEqual } from 'node:crypto'
import { mailWaitingClaims } from '@/lib/billing/claimMail'
import { billing } from '@/lib/billing/context'
import { reconcile } from '@/lib/billing/reconcile'
import { answer } from '@/lib/billing/request'
import { environment } from '@/lib/env'
import { RequestProblem } from '@/lib/requestProblem'

/** Called by the scheduler: finds what webhooks have missed. */
export function GET(request: Request): Promise<Response> {
  return answer(async () => {
    const secret = environment().CRON_SECRET
    if (!secret) throw new RequestProblem(503, 'billing_unavailable')
    if (!isSame(request.headers.get('authorization') ?? '', `Bearer ${secret}`)) {
      throw new RequestProblem(401, 'no_authorization')
    }
    const context = billing()
    const result = await reconcile(context)
    return { ...result, claimsMailed: await mailWaitingClaims(context) }
  })
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}
