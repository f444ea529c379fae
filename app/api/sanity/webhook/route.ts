import { after } from 'next/server'
import { z } from 'zod'
import { parseBody, readText } from '@/lib/api/body'
import { createRoute } from '@/lib/api/createRoute'
import { recordRun } from '@/lib/api/lastRuns'
import { RequestProblem } from '@/lib/api/problem'
import { isContentReachable } from '@/lib/content/reading/client'
import { expireTags, expiryTimeoutMs } from '@/lib/content/reading/expireTags'
import { getDocumentTag, listIdByType } from '@/lib/content/reading/tags'
import { requireSignature } from '@/lib/content/reading/webhookSignature'
import { environment } from '@/lib/env'
import { log } from '@/lib/log'
import { getBillingIfConfigured } from '@/lib/membership/context'
import { syncPublishedOffer } from '@/lib/membership/offer/catalog'

/** The webhook's projection: `{_id, _type}`. */
const changeSchema = z.object({ _id: z.string().min(1).max(200), _type: z.string().min(1).max(200) })

const reachabilityTimeoutMs = 3000

/** A change consists of two short strings, so a larger body is not from the webhook. */
const maxBytes = 10_000

/**
 * Content Lake → site: a document was published, changed or deleted, so the pages that contain it expire immediately.
 * A change to the offer is then synchronized with Stripe.
 */
export const POST = createRoute(
  async (request) => {
    const body = await readText(request, maxBytes)
    await requireSignature(request.headers, body, environment().SANITY_WEBHOOK_SECRET).catch(
      (error: unknown) => {
        if (error instanceof RequestProblem) log.warn('content', `webhook: refused (${error.code})`)
        throw error
      },
    )
    const { _id, _type } = parseBody(body, changeSchema)
    // During an outage of the Content Lake, an expired page could not be rendered with the change. Sanity retries
    // after a 5xx.
    if (!(await isContentReachable(reachabilityTimeoutMs)))
      throw new RequestProblem(503, 'content_unreachable')
    const tags = [_id, listIdByType.get(_type) ?? []].flat().map(getDocumentTag)
    await expireTags(tags)
    log.info('content', `webhook: expired ${tags.join(', ')}`)
    recordRun('content_webhook')
    const billing = _id === 'offer' ? await getBillingIfConfigured() : undefined
    if (billing) after(() => syncPublishedOffer(billing))
    return { expired: tags }
  },
  // Less than the 30 seconds for which Sanity waits.
  expiryTimeoutMs,
)
