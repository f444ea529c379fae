import { deleteAccount } from '@/lib/membership/deleteAccount'
import { requireMember } from '@/lib/membership/requireMember'
import { problemResponse } from '@/lib/requestProblem'

/** How long a proof of identity counts for something that cannot be undone. Seconds. */
const proofCounts = 600

/**
 * Member → site: deletes the account of whoever asks, with a proof of identity that is fresh and, where there is a
 * second factor, used it. A membership is cancelled first; where that fails nothing is deleted.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    const { user } = await requireMember(request, { secondFactor: true, provedWithin: proofCounts })
    await deleteAccount(user.id)
    return Response.json({ deleted: true }, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    return problemResponse(error)
  }
}
