import { readText } from '@/lib/api/body'
import { createRoute } from '@/lib/api/createRoute'
import { recordRun } from '@/lib/api/lastRuns'
import { RequestProblem } from '@/lib/api/problem'
import { environment } from '@/lib/env'
import { log } from '@/lib/log'
import { getBilling } from '@/lib/membership/context'
import { sendMails } from '@/lib/membership/mail/dueMails'
import { receiveWebhook } from '@/lib/membership/webhook'

/** Longer than the default, since no user waits for the response. */
const timeoutMs = 20_000

/** Events are only a few kilobytes, so a larger body is not from Stripe. */
const maxBytes = 1_000_000

/** Stripe → site: processes an event about a customer. Stripe retries after any status but 2xx. */
export const POST = createRoute((request) => receive(request).catch(logRefusal), timeoutMs)

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

/** Logs why a webhook was refused, without its content, and rethrows the error. `createRoute` logs other failures. */
function logRefusal(error: unknown): never {
  if (error instanceof RequestProblem && error.status < 500)
    log.warn('billing', `webhook: refused (${error.code})`)
  throw error
}
