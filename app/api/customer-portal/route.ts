import { billing } from '@/lib/billing/context'
import { openPortal } from '@/lib/billing/portal'
import { answer, requireBuyer } from '@/lib/billing/request'

/** Opens Stripe's customer portal for the sender. */
export function POST(request: Request): Promise<Response> {
  return answer(async () => ({ url: await openPortal(billing(), await requireBuyer(request)) }))
}
