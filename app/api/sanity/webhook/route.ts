import { isValidSignature, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { revalidateTag } from 'next/cache'
import { after } from 'next/server'
import { z } from 'zod'
import { billingIfSetUp } from '@/lib/billing/context'
import { syncPublishedOffer } from '@/lib/billing/syncOffer'
import { contentIsReachable } from '@/lib/content/reachable'
import { documentTag } from '@/lib/content/tags'
import { environment } from '@/lib/env'

/** What the webhook's projection sends: `{_id, _type}`. */
const changeSchema = z.object({ _id: z.string().min(1).max(200), _type: z.string().min(1).max(200) })

/** A change is two short strings; anything larger did not come from our webhook. */
const maximumBytes = 10_000

const refusal = (status: number, code: string) => Response.json({ error: { code } }, { status })

/**
 * Content Lake → site: a document was published, changed or deleted, so the pages made from it expire at
 * once, and Stripe is given the price of an offer. Signed over the raw body
 * (https://www.sanity.io/docs/content-lake/webhook-best-practices).
 */
export async function POST(request: Request): Promise<Response> {
  const signature = request.headers.get(SIGNATURE_HEADER_NAME)
  if (!signature) return refusal(401, 'signature_missing')
  const body = await request.text()
  if (body.length > maximumBytes) return refusal(413, 'body_too_large')
  const genuine = await isValidSignature(body, signature, environment().SANITY_WEBHOOK_SECRET).catch(
    () => false,
  )
  if (!genuine) return refusal(401, 'signature_invalid')

  const change = changeSchema.safeParse(parseJson(body))
  if (!change.success) return refusal(400, 'body_invalid')
  // A page that expires while the lake is away could not be made anew. Sanity tries a 5xx again later.
  if (!(await contentIsReachable(3000))) return refusal(503, 'content_unreachable')
  const tag = documentTag(change.data._id)
  revalidateTag(tag, { expire: 0 })
  const billing = change.data._id === 'offer' ? billingIfSetUp() : undefined
  if (billing) after(() => syncPublishedOffer(billing))
  return Response.json({ expired: [tag] })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
