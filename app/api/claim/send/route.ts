import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { respond } from '@/lib/api/respond'
import { senderOf } from '@/lib/api/sender'
import { mailClaimOf } from '@/lib/membership/checkoutStatus'
import { billing } from '@/lib/membership/context'

const bodySchema = z.object({ session_id: z.string().regex(/^cs_\w{1,250}$/) })

/** Mails a guest the link with which the purchase is claimed, to the address that Stripe has. */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const { session_id } = await readBody(request, bodySchema)
    await mailClaimOf(billing(), session_id, senderOf(request))
    return { sent: true }
  })
}
