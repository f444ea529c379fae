import { z } from 'zod'
import type { Transaction } from '../transactionLog'

/** A stored review request. The Studio has no form for its type. */
const requestSchema = z.object({
  _id: z.string(),
  /** The published id of the document, and its type. */
  document: z.string(),
  documentType: z.string(),
  note: z.string(),
  /** Time of the request's last change, set by the Content Lake. ISO 8601, UTC. */
  at: z.string(),
})

/** A request with the user id of its author; null when the log does not reach back to it. */
export type ReviewRequest = z.infer<typeof requestSchema> & { author: string | null }

const requestType = 'reviewRequest'

/**
 * Creates a review request. It stays a draft, because contributors can only write drafts, and visitors never see drafts. A
 * document has at most one request.
 *
 * @param document - its published id and type
 */
export function createReviewRequest(document: { id: string; type: string }, note: string) {
  return {
    _id: `drafts.review-${document.id}`,
    _type: requestType,
    document: document.id,
    documentType: document.type,
    note: note.trim(),
  }
}

/** Fetches the latest 20 requests whose document still has a draft and was not published since, newest first. */
export const openRequestsQuery = `*[_type == "${requestType}" && defined(*[_id == "drafts." + ^.document][0]._id)
    && coalesce(*[_id == ^.document][0]._updatedAt, "") <= _updatedAt] | order(_updatedAt desc) [0...20] {
  _id, document, documentType, note, "at": _updatedAt
}`

/**
 * Parses the result of `openRequestsQuery`; invalid requests are skipped.
 *
 * @param log - transactions, newest first. The log has the real author; a field of the request could name any user.
 */
export function parseReviewRequests(result: unknown, log: readonly Transaction[]): ReviewRequest[] {
  return (Array.isArray(result) ? result : []).flatMap((value) => {
    const request = requestSchema.safeParse(value).data
    const transaction = request && log.find(({ documentIDs }) => documentIDs.includes(request._id))
    return request ? [{ ...request, author: transaction?.author ?? null }] : []
  })
}
