import { isDeepStrictEqual } from 'node:util'
import { expect } from '@playwright/test'
import type { Mutation, SanityDocument } from '@sanity/client'
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { z } from 'zod'
import { changeFields, contentClient, control } from './content.ts'
import { testEnvironment } from './environment.ts'
import { allPagesAndUnknown, getStatus, publicPages } from './pages.ts'

const deliveriesSchema = z.object({
  deliveries: z.array(
    z.looseObject({ id: z.string(), status: z.string(), headers: z.record(z.string(), z.string()) }),
  ),
})

/** Lists the webhook deliveries of a transaction, pending ones included. */
export async function listDeliveries(transactionId: string): Promise<{ id: string; status: string }[]> {
  const { deliveries } = deliveriesSchema.parse(await control('webhooks'))
  return deliveries.filter(({ headers }) => headers['sanity-transaction-id'] === transactionId)
}

/** Waits until every webhook of a transaction has this delivery status, by default `success`. */
export async function expectDelivered(transactionId: string, status = 'success'): Promise<void> {
  await expect
    .poll(
      async () => [...new Set((await listDeliveries(transactionId)).map((delivery) => delivery.status))],
      {
        message: `deliveries of transaction ${transactionId}`,
        timeout: 30_000,
      },
    )
    .toEqual([status])
}

/**
 * Changes published documents in one transaction and waits until its webhooks are delivered. Later page loads must show
 * the change.
 *
 * @returns the transaction's id
 */
export async function publish(mutations: Mutation[]): Promise<string> {
  const { transactionId } = await contentClient().mutate(mutations, { returnDocuments: false })
  await expectDelivered(transactionId)
  return transactionId
}

/** All documents at a point in time, keyed by id, with drafts and assets but without system documents (`_.**`). */
export type Snapshot = Map<string, SanityDocument>

/** Reads all content, for {@link restore}. */
export async function takeSnapshot(): Promise<Snapshot> {
  const documents = await contentClient().fetch<SanityDocument[]>('*[!(_id in path("_.**"))]')
  return new Map(documents.map((document) => [document._id, document]))
}

/**
 * Restores all content, clears the local cloud's faults and simulated webhook failures, and waits for the webhooks of
 * the restored documents.
 *
 * @param snapshot - from {@link takeSnapshot}
 */
export async function restore(snapshot: Snapshot): Promise<void> {
  await control('faults', undefined, 'DELETE')
  await control('webhooks', { drop: 0, delayMs: 0, duplicate: false })
  const current = await takeSnapshot()
  const changed = [...snapshot.values()].filter((document) => !isSame(document, current.get(document._id)))
  const added = [...current.keys()].filter((id) => !snapshot.has(id))
  if (changed.length + added.length === 0) return
  const { transactionId } = await contentClient().mutate(
    [
      ...changed.map(({ _rev, _updatedAt, ...document }) => ({ createOrReplace: document })),
      ...added.map((id) => ({ delete: { id } })),
    ],
    { returnDocuments: false },
  )
  if ([...changed.map(({ _id }) => _id), ...added].some((id) => !id.includes('.'))) {
    await expectDelivered(transactionId)
  }
}

/** Whether two documents are equal, apart from the revision and the time of the last change. */
function isSame(a: SanityDocument, b: SanityDocument | undefined): boolean {
  return b !== undefined && isDeepStrictEqual({ ...a, ...pickSystemFields(b) }, b)
}

const pickSystemFields = ({ _rev, _updatedAt }: SanityDocument) => ({ _rev, _updatedAt })

/** A page as a visitor without cookies receives it. */
export type LoadedPage = {
  status: number
  html: string
  /** Next's cache status: HIT (cached), STALE (cached, but stale) or MISS (rendered for this request). */
  cache: string | null
}

/** Loads a page of the site under test, or of a different origin, as a visitor without cookies. */
export async function loadPage(path: string, origin = testEnvironment().siteOrigin): Promise<LoadedPage> {
  const response = await fetch(`${origin}${path}`, { redirect: 'manual' })
  return {
    status: response.status,
    html: await response.text(),
    cache: response.headers.get('x-nextjs-cache'),
  }
}

/** Sends a signed webhook to the site, as the Content Lake does. */
export async function sendWebhook(
  body: string,
  options: { secret?: string; signedAt?: number; origin?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const { siteOrigin, webhookSecret } = testEnvironment()
  const signature = await encodeSignatureHeader(
    body,
    options.signedAt ?? Date.now(),
    options.secret ?? webhookSecret,
  )
  return fetch(`${options.origin ?? siteOrigin}/api/sanity/webhook`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', [SIGNATURE_HEADER_NAME]: signature, ...options.headers },
  })
}

/** Sends a site the webhook for a changed document whose type equals its id. Expects status 200. */
export async function sendDocumentWebhook(id: string, origin?: string): Promise<void> {
  const response = await sendWebhook(JSON.stringify({ _id: id, _type: id }), origin ? { origin } : {})
  expect(response.status).toBe(200)
}

let publishCount = 0

/**
 * Publishes a string that all pages show, and sends the webhook to a second site. The Content Lake itself sends one to
 * the site under test.
 *
 * @returns the string
 */
export async function publishTo(origin: string): Promise<string> {
  publishCount += 1
  const text = `Changed for the ${publishCount}th time`
  await changeFields('siteSettings', { footerText: text })
  await sendDocumentWebhook('siteSettings', origin)
  return text
}

/**
 * Revalidates all public pages, so that no page's revalidation interval ends while a test observes a publish.
 */
export async function revalidateAllPages(): Promise<void> {
  const documents = [...allPagesAndUnknown.map(({ document }) => document), 'siteSettings']
  await Promise.all(documents.map((id) => sendDocumentWebhook(id)))
  await Promise.all(
    allPagesAndUnknown.map(async ({ path }) =>
      expect((await loadPage(path)).status, path).toBe(getStatus(path)),
    ),
  )
  await Promise.all(
    publicPages.map(async ({ path }) => expect((await loadPage(path)).cache, path).toBe('HIT')),
  )
}
