import { z } from 'zod'
import { readBody } from '@/lib/api/body'
import { respond } from '@/lib/api/respond'
import { requireEditor } from '@/lib/content/editor'
import { billing } from '@/lib/membership/context'
import { readSales } from '@/lib/membership/sales'
import { salesRoute } from '@/lib/membership/salesAnswer'

export const maxDuration = 30

/** How long the answer may take: while others guess, the secret alone takes nine seconds. Milliseconds. */
const withinMs = 15_000

const bodySchema = z.object({ secret: z.string().min(16).max(200) })

/** Tells an editor at which price is sold, and how many members pay what. The offer's form in the Studio asks. */
export function POST(request: Request): Promise<Response> {
  const tell = async () => {
    const { secret } = await readBody(request, bodySchema)
    await requireEditor(secret, salesRoute.purpose)
    return readSales(await billing())
  }
  return respond(request, tell, withinMs)
}
