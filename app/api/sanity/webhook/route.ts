import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { z } from 'zod'
import { parseBody, readText } from '@/lib/api/body'
import { RequestProblem } from '@/lib/api/problem'
import { respond } from '@/lib/api/respond'
import { contentIsReachable } from '@/lib/content/client'
import { pageCache } from '@/lib/content/pageCache'
import { documentTag } from '@/lib/content/tags'
import { requireSignature } from '@/lib/content/webhookSignature'
import { environment } from '@/lib/env'
import { billingIfSetUp } from '@/lib/membership/context'
import { syncPublishedOffer } from '@/lib/membership/publishedOffer'

export const maxDuration = 30

/** What the webhook's projection sends: `{_id, _type}`. */
const changeSchema = z.object({ _id: z.string().min(1).max(200), _type: z.string().min(1).max(200) })

/** A change is two short strings; anything larger did not come from our webhook. */
const maxBytes = 10_000

/** No page takes longer to be made: the lake is given ten seconds. Milliseconds. */
const longestMaking = 12_000

/**
 * Content Lake → site: a document was published, changed or deleted, so the pages made from it expire at
 * once, and Stripe is given the price of an offer.
 */
export function POST(request: Request): Promise<Response> {
  return respond(request, async () => {
    const body = await readText(request, maxBytes)
    await requireSignature(request.headers, body, environment().SANITY_WEBHOOK_SECRET)
    const { _id } = parseBody(body, changeSchema)
    // A page that expires while the lake is away could not be rendered again. Sanity tries a 5xx again later.
    if (!(await contentIsReachable(3000))) throw new RequestProblem(503, 'content_unreachable')
    const tag = documentTag(_id)
    const pages = pageCache()
    await pages?.expire(tag)
    revalidateTag(tag, { expire: 0 })
    if (!pages) after(() => expireAgain(tag))
    const billing = _id === 'offer' ? await billingIfSetUp() : undefined
    if (billing) after(() => syncPublishedOffer(billing))
    return { expired: [tag] }
  })
}

/**
 * For a host that keeps pages itself: a page that was being made when the change arrived may have been stored as new
 * with the old text, so it expires once more when it must be there.
 */
async function expireAgain(tag: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, longestMaking))
  revalidateTag(tag, { expire: 0 })
}
