import { readText } from '@/lib/api/body'
import { recordRun } from '@/lib/api/lastRuns'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { environment } from '@/lib/env'
import { log } from '@/lib/log'
import { getBilling } from '@/lib/membership/context'
import { sendMails } from '@/lib/membership/mail/notices'
import { receiveWebhook } from '@/lib/membership/webhook'

export const maxDuration = 30

/** No user waits for it, so Stripe and the database may be slower than usual. Milliseconds. */
const withinMs = 20_000

/** Events are some kilobytes; anything larger did not come from Stripe. */
const maxBytes = 1_000_000

/** Stripe → site: something has changed with a customer. Anything but 2xx makes Stripe send it again. */
export function POST(request: Request): Promise<Response> {
  return respond(request, () => receive(request).catch(logRefusal), withinMs)
}

async function receive(request: Request): Promise<{ received: true }> {
  const secret = environment().STRIPE_WEBHOOK_SECRET
  if (!secret) throw new RequestProblem(503, 'billing_unavailable')
  const signature = request.headers.get('stripe-signature')
  if (!signature) throw new RequestProblem(400, 'signature_missing')
  const body = await readText(request, maxBytes)
  const context = await getBilling()
  const customer = await receiveWebhook(context, body, signature, secret)
  if (customer) await sendMails(context, { customer })
  recordRun('stripe_webhook')
  return { received: true }
}

/** Logs why a request is not Stripe's, without its content; failures of the site's own are logged by `respond`. */
function logRefusal(error: unknown): never {
  if (error instanceof RequestProblem && error.status < 500)
    log.warn('billing', `webhook: refused (${error.code})`)
  throw error
}
