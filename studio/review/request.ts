import { z } from 'zod'
import type { Transaction } from '../transactionLog'

/** A stored review request. Its type has no form. */
const requestSchema = z.object({
  _id: z.string(),
  /** The published id of the document, and its type. */
  document: z.string(),
  documentType: z.string(),
  note: z.string(),
  /** ISO 8601, UTC; the Content Lake sets it. */
  at: z.string(),
})

/** A request with the user id of its author; null when the log does not reach back to it. */
export type ReviewRequest = z.infer<typeof requestSchema> & { author: string | null }

const requestType = 'reviewRequest'

/**
 * Creates a review request. It stays a draft, because contributors can write drafts only and visitors never see them. A
 * document has one at a time.
 *
 * @param about.id - the published id
 */
export function createReviewRequest(about: { id: string; type: string }, note: string) {
  return {
    _id: `drafts.review-${about.id}`,
    _type: requestType,
    document: about.id,
    documentType: about.type,
    note: note.trim(),
  }
}

/** Requests whose draft still exists and was not published since, newest first. */
export const openRequestsQuery = `*[_type == "${requestType}" && defined(*[_id == "drafts." + ^.document][0]._id)
    && coalesce(*[_id == ^.document][0]._updatedAt, "") <= _updatedAt] | order(_updatedAt desc) [0...20] {
  _id, document, documentType, note, "at": _updatedAt
}`

/**
 * Parses the result of `openRequestsQuery`; invalid documents are skipped.
 *
 * @param log - transactions, newest first. They name the real author; the document could name any.
 */
export function parseReviewRequests(result: unknown, log: readonly Transaction[]): ReviewRequest[] {
  return (Array.isArray(result) ? result : []).flatMap((one) => {
    const request = requestSchema.safeParse(one).data
    const written = request && log.find(({ documentIDs }) => documentIDs.includes(request._id))
    return request ? [{ ...request, author: written?.author ?? null }] : []
  })
}
