import { randomUUID } from 'node:crypto'
import { ItemError } from './errors.ts'

// https://www.sanity.io/docs/ids: at most 128 characters of a-zA-Z0-9._-; no dot-separated segment begins with a dash.
const DOCUMENT_ID = /^[a-zA-Z0-9_][a-zA-Z0-9_-]*(\.[a-zA-Z0-9_][a-zA-Z0-9_-]*)*$/
const MAX_ID_LENGTH = 128
const TRANSACTION_ID = /^[a-zA-Z0-9_-]{1,128}$/
const DRAFT_PREFIX = 'drafts.'

/** Whether a value is a valid document id. */
export function isDocumentId(id: unknown): id is string {
  return typeof id === 'string' && id.length <= MAX_ID_LENGTH && DOCUMENT_ID.test(id)
}

/** Whether a value is a valid transaction id. */
export function isTransactionId(id: unknown): id is string {
  return typeof id === 'string' && TRANSACTION_ID.test(id)
}

/** A new transaction id, which is also the revision of the changed documents. */
export function createTransactionId(): string {
  return randomUUID().replaceAll('-', '').slice(0, 22)
}

/**
 * The id of a created document (https://www.sanity.io/docs/http-reference/mutation): the given id; a random id after a
 * given prefix that ends with a dot; or a random id. Throws an ItemError for an invalid id.
 */
export function createDocumentId(requestedId: unknown): string {
  if (requestedId === undefined || requestedId === null || requestedId === '') return randomUUID()
  const id =
    typeof requestedId === 'string' && requestedId.endsWith('.')
      ? `${requestedId}${randomUUID()}`
      : requestedId
  if (isDocumentId(id)) return id
  const description = `Malformed document ID: ${JSON.stringify(requestedId)}`
  throw new ItemError({ type: 'malformedDocumentIDError', description, id: requestedId }, 400)
}

/** Whether this is a draft's id. */
export function isDraftId(id: string): boolean {
  return id.startsWith(DRAFT_PREFIX)
}

/** The published id of a draft or a published document. */
export function getPublishedId(id: string): string {
  return isDraftId(id) ? id.slice(DRAFT_PREFIX.length) : id
}

/** The id of a document's draft, from the published id or the draft's. */
export function getDraftId(id: string): string {
  return `${DRAFT_PREFIX}${getPublishedId(id)}`
}

/** Whether a document with this id can be read without a token in a public dataset (https://www.sanity.io/docs/ids). */
export function isPublicId(id: string): boolean {
  return !id.includes('.')
}
