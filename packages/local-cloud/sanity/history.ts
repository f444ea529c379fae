import type { Dataset } from './dataset.ts'
import { getDraftId, getPublishedId, getReleaseName, isDraftId, isVersionId } from './ids.ts'
import { getReleaseId, getReleaseState } from './release.ts'
import type { CommittedTransaction, DocumentChange, SanityDocument } from './types.ts'

/** Selects a state of documents: after a transaction, at a time (ISO 8601, UTC), or the last one. */
export type StateSelector = { revision: string } | { time: string } | { last: true }

/** The documents in a selected state (https://www.sanity.io/docs/http-reference/history), without those that did not exist. */
export function readDocuments(dataset: Dataset, ids: string[], selector: StateSelector): SanityDocument[] {
  const { storage } = dataset
  const sequence = 'revision' in selector ? storage.getSequence(selector.revision) : undefined
  const readState = (id: string) => {
    if ('time' in selector) return storage.readDocumentAtTime(id, selector.time)
    if ('last' in selector) return readLastState(dataset, id)
    return sequence === undefined ? null : storage.readDocumentAt(id, sequence)
  }
  return ids.map(readState).filter((document) => document !== null)
}

/**
 * The last state of a document. For a version that was published with its release, the revision is the id of the publishing
 * transaction: the Studio reverts a release to the state before that transaction.
 */
function readLastState({ storage }: Dataset, id: string): SanityDocument | null {
  const last = storage.readLastDocument(id)
  if (!last || !isVersionId(id)) return last
  const [transaction] = storage.readTransactions([id], { reverse: true, limit: 1 })
  return transaction && findPublishingChange(transaction, getReleaseName(id))
    ? { ...last, _rev: transaction.id }
    : last
}

/** The change of a release's document with which a transaction published the release; undefined without one. */
function findPublishingChange(
  { changes }: CommittedTransaction,
  name: string | undefined,
): DocumentChange | undefined {
  const id = name === undefined ? undefined : getReleaseId(name)
  const change = changes.find(({ documentId }) => documentId === id)
  return getReleaseState(change?.after) === 'published' && getReleaseState(change?.before) !== 'published'
    ? change
    : undefined
}

/**
 * Formats a line of the transaction log (https://www.sanity.io/docs/http-reference/history), which the Studio's timeline reads.
 * `onlyIds` limits it to the changes of these documents.
 */
export function formatTransaction(
  transaction: CommittedTransaction,
  options: { onlyIds: Set<string> | null; includeMutations: boolean; includeEffects: boolean },
) {
  const { onlyIds, includeMutations, includeEffects } = options
  const changes = transaction.changes.filter(({ documentId }) => !onlyIds || onlyIds.has(documentId))
  return {
    id: transaction.id,
    timestamp: transaction.timestamp,
    author: transaction.identity,
    documentIDs: changes.map(({ documentId }) => documentId),
    mutations: includeMutations ? changes.flatMap((change) => change.mutations) : undefined,
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

function getPublishCause(release: DocumentChange | undefined): string {
  if (!release) return 'document.publish'
  return getReleaseState(release.before) === 'scheduled' ? 'release.schedule' : 'release.publish'
}

/**
 * The events of a change of the published document. `version` is the change of its draft or version in the same
 * transaction, `draft` the draft after it, `release` the change with which the version's release was published.
 */
function buildPublishedEvents(
  published: DocumentChange,
  version: DocumentChange | undefined,
  draft: SanityDocument | null,
  eventBase: EventBase,
  release: DocumentChange | undefined,
): DocumentEvent[] {
  const { before, after, resultRev } = published
  const describeVersion = ({ _id, _rev }: SanityDocument) => ({
    versionId: _id,
    versionRevisionId: _rev,
    releaseId: getReleaseName(_id),
  })
  if (after && version?.before && !version.after) {
    const publication = { revisionId: resultRev, publishCause: getPublishCause(release) }
    const versionFields = describeVersion(version.before)
    return [{ type: 'publishDocumentVersion', ...eventBase, ...publication, ...versionFields }]
  }
  if (after) {
    const type = before ? 'updateLiveDocument' : 'createLiveDocument'
    return [{ type, ...eventBase, revisionId: resultRev }]
  }
  if (!before) return []
  const unpublishedVersion = (release && version?.before) || draft
  if (!unpublishedVersion) return [{ type: 'deleteDocumentGroup', ...eventBase }]
  return [{ type: 'unpublishDocument', ...eventBase, ...describeVersion(unpublishedVersion) }]
}

/** The events of a draft or version that was created or deleted. */
function buildVersionEvents(version: DocumentChange, eventBase: EventBase): DocumentEvent[] {
  const { before, after, resultRev, documentId } = version
  const versionFields = { ...eventBase, versionId: documentId, releaseId: getReleaseName(documentId) }
  if (!before && after)
    return [{ type: 'createDocumentVersion', ...versionFields, versionRevisionId: resultRev }]
  if (before && !after)
    return [{ type: 'deleteDocumentVersion', ...versionFields, versionRevisionId: before._rev }]
  return []
}

/**
 * A transaction's events for a document and its draft or version: created, published, unpublished, discarded, deleted,
 * and edits of the published document. The Studio reads edits of drafts and versions from the transactions instead.
 */
function buildEvents(transaction: CommittedTransaction, dataset: Dataset, id: string): DocumentEvent[] {
  const publishedId = getPublishedId(id)
  const eventBase = {
    timestamp: transaction.timestamp,
    author: transaction.identity,
    documentId: publishedId,
  }
  const findChange = (documentId: string) =>
    transaction.changes.find((change) => change.documentId === documentId)
  const published = findChange(publishedId)
  const isVersion = isDraftId(id) || isVersionId(id)
  const version = isVersion
    ? findChange(id)
    : (transaction.changes.find(
        ({ documentId, after }) =>
          documentId !== publishedId && getPublishedId(documentId) === publishedId && !after,
      ) ?? findChange(getDraftId(publishedId)))
  if (published && (version || !isVersion || !published.after)) {
    const draft = dataset.storage.readDocumentAt(getDraftId(publishedId), transaction.sequence)
    const release = findPublishingChange(transaction, version && getReleaseName(version.documentId))
    return buildPublishedEvents(published, version, draft, eventBase, release)
  }
  return isVersion && version ? buildVersionEvents(version, eventBase) : []
}

/** A page of a document's events, newest first. `nextCursor` is the `cursor` of the next page, empty without one. */
export function readDocumentEvents(
  dataset: Dataset,
  id: string,
  page: { limit: number; cursor?: string | undefined },
): { events: DocumentEvent[]; nextCursor: string } {
  const ids = [...new Set([id, getPublishedId(id), ...(isVersionId(id) ? [] : [getDraftId(id)])])]
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
