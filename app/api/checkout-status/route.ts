import { z } from 'zod'
import { checkoutStatus } from '@/lib/billing/checkoutStatus'
import { billing } from '@/lib/billing/context'
import { answer, readBody, senderOf } from '@/lib/billing/request'
import { requireMember } from '@/lib/membership/requireMember'

const bodySchema = z.object({ session_id: z.string().regex(/^cs_\w{1,250}$/) })

/** What became of a checkout, for the page that it leads back to. */
export function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const { session_id } = await readBody(request, bodySchema)
    const user = request.headers.has('authorization') ? (await requireMember(request)).user : undefined
    return checkoutStatus(billing(), session_id, senderOf(request), user?.id)
  })
}
