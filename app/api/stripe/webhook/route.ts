import { mailClaim } from '@/lib/billing/claimMail'
import { billing } from '@/lib/billing/context'
import { answer } from '@/lib/billing/request'
import { receiveWebhook } from '@/lib/billing/webhook'
import { environment } from '@/lib/env'
import { RequestProblem } from '@/lib/requestProblem'

/** Events are some kilobytes; anything larger did not come from Stripe. Characters. */
const longestBody = 1_000_000

/** Stripe → site: something has changed with a customer. Anything but 2xx makes Stripe send it again. */
export function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const secret = environment().STRIPE_WEBHOOK_SECRET
    if (!secret) throw new RequestProblem(503, 'billing_unavailable')
    const signature = request.headers.get('stripe-signature')
    if (!signature) throw new RequestProblem(400, 'signature_missing')
    const body = await request.text()
    if (body.length > longestBody) throw new RequestProblem(413, 'body_too_large')
    const context = billing()
    const customer = await receiveWebhook(context, body, signature, secret)
    if (customer) await mailClaim(context, customer)
    return { received: true }
  })
}
