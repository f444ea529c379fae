import { respond } from '@/lib/api/respond'
import { billing } from '@/lib/membership/context'
import { openPortal } from '@/lib/membership/portal'
import { requireBuyer } from '@/lib/membership/requireBuyer'

export const maxDuration = 30

/** Opens Stripe's customer portal for the sender. */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => ({
    url: await openPortal(await billing(), await requireBuyer(request)),
  }))
}
