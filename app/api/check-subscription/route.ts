import { z } from 'zod'
import { checkSubscription } from '@/lib/billing/check'
import { billing } from '@/lib/billing/context'
import { answer, readBody } from '@/lib/billing/request'
import { requireMember } from '@/lib/membership/requireMember'

const bodySchema = z.object({ live: z.boolean().optional() })

/** Whether the sender is a member, by which plan, and until when. `live` asks Stripe and not only the mirror. */
export function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const { user } = await requireMember(request)
    const { live } = await readBody(request, bodySchema)
    return checkSubscription(billing(), { id: user.id, email: user.email ?? '' }, { live: live ?? false })
  })
}
