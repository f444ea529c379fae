import { z } from 'zod'
import { mailClaimOf } from '@/lib/billing/checkoutStatus'
import { billing } from '@/lib/billing/context'
import { answer, readBody, senderOf } from '@/lib/billing/request'

const bodySchema = z.object({ session_id: z.string().regex(/^cs_\w{1,250}$/) })

/** Mails a guest the link with which the purchase is claimed, to the address that Stripe has. */
export function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const { session_id } = await readBody(request, bodySchema)
    await mailClaimOf(billing(), session_id, senderOf(request))
    return { sent: true }
  })
}
