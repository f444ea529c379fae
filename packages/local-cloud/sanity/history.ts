import type { Dataset } from './dataset.ts'
import { getDraftId, getPublishedId, isDraftId } from './ids.ts'
import type { CommittedTransaction, DocumentChange, SanityDocument } from './types.ts'

/** Selects a state of documents: after a transaction, or at a time (ISO 8601, UTC). */
export type StateSelector = { revision: string } | { time: string }

/** The documents as they were in a selected state (https://www.sanity.io/docs/http-reference/history). */
export function readDocuments(dataset: Dataset, ids: string[], selector: StateSelector): SanityDocument[] {
  const { storage } = dataset
  const sequence = 'revision' in selector ? storage.getSequence(selector.revision) : undefined
  const readState = (id: string) => {
    if ('time' in selector) return storage.readDocumentAtTime(id, selector.time)
    return sequence === undefined ? null : storage.readDocumentAt(id, sequence)
  }
  return ids.map(readState).filter((document) => document !== null)
}

/**
 * Formats a transaction-log entry, without mutations, for the Studio's timeline. `onlyIds` limits it to changes to
 * documents with these ids. https://www.sanity.io/docs/http-reference/history
 */
export function formatTransaction(
  transaction: CommittedTransaction,
  { onlyIds, includeEffects }: { onlyIds: Set<string> | null; includeEffects: boolean },
) {
  const changes = transaction.changes.filter(({ documentId }) => !onlyIds || onlyIds.has(documentId))
  return {
    id: transaction.id,
    timestamp: transaction.timestamp,
    author: transaction.identity,
    documentIDs: changes.map(({ documentId }) => documentId),
    effects: includeEffects
      ? Object.fromEntries(changes.map((change) => [change.documentId, change.effects]))
      : undefined,
  }
}

/** An event in the format of `DocumentGroupEvent` in the package `sanity`. */
export type DocumentEvent = { type: string; timestamp: string; author: string; documentId: string } & Record<
  string,
  unknown
>

type EventBase = Pick<DocumentEvent, 'timestamp' | 'author' | 'documentId'>

/**
 * The events of a change to the published document.
 *
 * @param draftChange - the change to the document's draft in the same transaction
 * @param draft - the document's draft after the transaction
 */
function buildPublishedEvents(
  published: DocumentChange,
  draftChange: DocumentChange | undefined,
  draft: SanityDocument | null,
  eventBase: EventBase,
): DocumentEvent[] {
  const { before, after, resultRev } = published
  const describeVersion = ({ _id, _rev }: SanityDocument) => ({ versionId: _id, versionRevisionId: _rev })
  if (after && draftChange?.before && !draftChange.after) {
    const publication = { revisionId: resultRev, publishCause: 'document.publish' }
    return [
      {
        type: 'publishDocumentVersion',
        ...eventBase,
        ...publication,
        ...describeVersion(draftChange.before),
      },
    ]
  }
  if (after) {
    const type = before ? 'updateLiveDocument' : 'createLiveDocument'
    return [{ type, ...eventBase, revisionId: resultRev }]
  }
  if (!before) return []
  if (!draft) return [{ type: 'deleteDocumentGroup', ...eventBase }]
  return [{ type: 'unpublishDocument', ...eventBase, ...describeVersion(draft) }]
}

/** The events of a draft that was created or deleted. */
function buildDraftEvents(change: DocumentChange, eventBase: EventBase): DocumentEvent[] {
  const { before, after, resultRev, documentId } = change
  const versionFields = { ...eventBase, versionId: documentId }
  if (!before && after)
    return [{ type: 'createDocumentVersion', ...versionFields, versionRevisionId: resultRev }]
  if (before && !after)
    return [{ type: 'deleteDocumentVersion', ...versionFields, versionRevisionId: before._rev }]
  return []
}

/**
 * A transaction's events for a document and its draft: creation, publishing, unpublishing, discarding, deletion, and
 * edits of the published document. The Studio reads edits of drafts from the transactions instead.
 */
function buildEvents(transaction: CommittedTransaction, dataset: Dataset, id: string): DocumentEvent[] {
  const publishedId = getPublishedId(id)
  const draftId = getDraftId(publishedId)
  const eventBase = {
    timestamp: transaction.timestamp,
    author: transaction.identity,
    documentId: publishedId,
  }
  const findChange = (documentId: string) =>
    transaction.changes.find((change) => change.documentId === documentId)
  const published = findChange(publishedId)
  const draftChange = findChange(draftId)
  if (published && (draftChange || !isDraftId(id) || !published.after)) {
    const draft = dataset.storage.readDocumentAt(draftId, transaction.sequence)
    return buildPublishedEvents(published, draftChange, draft, eventBase)
  }
  return isDraftId(id) && draftChange ? buildDraftEvents(draftChange, eventBase) : []
}

/** A page of a document's events, newest first. `nextCursor` is the `cursor` of the next page, or empty. */
export function readDocumentEvents(
  dataset: Dataset,
  id: string,
  page: { limit: number; cursor?: string | undefined },
): { events: DocumentEvent[]; nextCursor: string } {
  const ids = [getPublishedId(id), getDraftId(id)]
  const { limit, cursor } = page
  const events: DocumentEvent[] = []
  let toSequence = cursor ? Number.parseInt(cursor, 10) - 1 : Number.MAX_SAFE_INTEGER
  while (true) {
    const transactions = dataset.storage.readTransactions(ids, { toSequence, reverse: true, limit })
    for (const transaction of transactions) {
      events.push(...buildEvents(transaction, dataset, id))
      if (events.length >= limit) return { events, nextCursor: `${transaction.sequence}` }
      toSequence = transaction.sequence - 1
    }
    if (transactions.length < limit) return { events, nextCursor: '' }
  }
}
