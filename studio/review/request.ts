import { z } from 'zod'

/** A request to look at a draft, as it is kept. It has no form of its own. */
const requestSchema = z.object({
  _id: z.string(),
  /** The published id of the document, and its type. */
  document: z.string(),
  documentType: z.string(),
  note: z.string(),
  /** The name of whoever asks. */
  by: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
})

export type ReviewRequest = z.infer<typeof requestSchema>

const requestType = 'reviewRequest'

/**
 * A request for a review, as a document that is a draft for ever: contributors may write nothing else, and visitors
 * never see it. A document has one at a time.
 *
 * @param about.id - the published id
 */
export function reviewRequest(about: { id: string; type: string }, by: string, note: string, at: Date) {
  return {
    _id: `drafts.review-${about.id}`,
    _type: requestType,
    document: about.id,
    documentType: about.type,
    note: note.trim(),
    by,
    at: at.toISOString(),
  }
}

/** Requests whose draft is still there, and was not published since, newest first. */
export const openRequests = `*[_type == "${requestType}" && defined(*[_id == "drafts." + ^.document][0]._id)
    && coalesce(*[_id == ^.document][0]._updatedAt, "") <= at] | order(at desc) [0...20] {
  _id, document, documentType, note, by, at
}`

/** Reads the answer to `openRequests`; what is no request is left out. */
export function requestsIn(answer: unknown): ReviewRequest[] {
  return (Array.isArray(answer) ? answer : []).flatMap((one) => requestSchema.safeParse(one).data ?? [])
}
