import { z } from 'zod'
import { cameByMail, claimMembership } from '@/lib/billing/claim'
import { billing } from '@/lib/billing/context'
import { answer, readBody } from '@/lib/billing/request'
import { requireMember } from '@/lib/membership/requireMember'
import { RequestProblem } from '@/lib/requestProblem'

const bodySchema = z.object({ password: z.string().min(1).max(200) })

const claimsSchema = z.object({
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
})

/** Binds what the sender bought as a guest to the account, with a new password. */
export function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const { password } = await readBody(request, bodySchema)
    const { user, accessToken } = await requireMember(request, { secondFactor: true })
    // The service has verified the token, so its claims can be believed.
    const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()
    const { amr } = claimsSchema.parse(JSON.parse(payload))
    if (!user.email || !user.emailConfirmed || !cameByMail(amr, Date.now() / 1000)) {
      throw new RequestProblem(403, 'reauthentication_needed')
    }
    await claimMembership(billing(), { member: { id: user.id, email: user.email }, accessToken }, password)
    return { claimed: true }
  })
}
