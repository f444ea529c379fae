import type { Dataset } from './dataset.ts'
import { getDraftId, getPublishedId, getReleaseName, isDraftId, isVersionId } from './ids.ts'
import { getReleaseId, getReleaseState } from './release.ts'
import type { CommittedTransaction, DocumentChange, SanityDocument } from './types.ts'

/** Selects a state of a document: after a transaction, at a time (ISO 8601, UTC), or the last one. */
export type Moment = { revision: string } | { time: string } | { last: true }

/** The documents at a moment (https://www.sanity.io/docs/http-reference/history) that existed then. */
export function readDocuments(dataset: Dataset, ids: string[], moment: Moment): SanityDocument[] {
  const { storage } = dataset
  const sequence = 'revision' in moment ? storage.getSequence(moment.revision) : undefined
  const find = (id: string) => {
    if ('time' in moment) return storage.readDocumentAtTime(id, moment.time)
    if ('last' in moment) return readLastState(dataset, id)
    return sequence === undefined ? null : storage.readDocumentAt(id, sequence)
  }
  return ids.map(find).filter((document) => document !== null)
}

/**
 * The last state of a document. The last revision of a version that was published with its release is the publishing
 * transaction: the Studio reverts a release to the state before that.
 */
function readLastState({ storage }: Dataset, id: string): SanityDocument | null {
  const last = storage.readLastDocument(id)
  if (!last || !isVersionId(id)) return last
  const [transaction] = storage.readTransactions([id], { reverse: true, limit: 1 })
  return transaction && findPublication(transaction, getReleaseName(id))
    ? { ...last, _rev: transaction.id }
    : last
}

/** The change that published a release in a transaction, if any. */
function findPublication(
  { changes }: CommittedTransaction,
  name: string | undefined,
): DocumentChange | undefined {
  const id = name === undefined ? undefined : getReleaseId(name)
  const change = changes.find(({ documentId }) => documentId === id)
  return getReleaseState(change?.after) === 'published' && getReleaseState(change?.before) !== 'published'
    ? change
    : undefined
}

/** A line of the transaction log (https://www.sanity.io/docs/http-reference/history), for the Studio's timeline too. */
export type LoggedTransaction = {
  id: string
  timestamp: string
  author: string
  documentIDs: string[]
  mutations?: unknown[]
  effects?: Record<string, DocumentChange['effects']>
}

/** The content of a log line: all its documents or only the requested ones, with mutations, with effects. */
export type LogOptions = { only: Set<string> | null; mutations: boolean; effects: boolean }

export function formatTransaction(transaction: CommittedTransaction, options: LogOptions): LoggedTransaction {
  const { only, mutations, effects } = options
  const changes = transaction.changes.filter(({ documentId }) => !only || only.has(documentId))
  return {
    id: transaction.id,
    timestamp: transaction.timestamp,
    author: transaction.identity,
    documentIDs: changes.map(({ documentId }) => documentId),
    ...(mutations ? { mutations: changes.flatMap((change) => change.mutations) } : {}),
    ...(effects
      ? { effects: Object.fromEntries(changes.map((change) => [change.documentId, change.effects])) }
      : {}),
  }
}

/** The package `sanity`'s DocumentGroupEvent. */
export type DocumentEvent = { type: string; timestamp: string; author: string; documentId: string } & Record<
  string,
  unknown
>

type Common = { timestamp: string; author: string; documentId: string }

function getPublishCause(release: DocumentChange | undefined): string {
  if (!release) return 'document.publish'
  return getReleaseState(release.before) === 'scheduled' ? 'release.schedule' : 'release.publish'
}

function buildPublishedEvents(
  published: DocumentChange,
  version: DocumentChange | undefined,
  draft: SanityDocument | null,
  common: Common,
  release: DocumentChange | undefined,
): DocumentEvent[] {
  const { before, after, resultRev } = published
  const versionId = version?.documentId
  if (after) {
    if (version?.before && !version.after) {
      const versionRevisionId = version.before._rev
      const releaseId = getReleaseName(version.documentId)
      return [
        {
          type: 'publishDocumentVersion',
          ...common,
          revisionId: resultRev,
          versionId,
          versionRevisionId,
          publishCause: getPublishCause(release),
          ...(releaseId ? { releaseId } : {}),
        },
      ]
    }
    return [{ type: before ? 'updateLiveDocument' : 'createLiveDocument', ...common, revisionId: resultRev }]
  }
  if (!before) return []
  if (release && version?.before) {
    const { _id, _rev } = version.before
    return [
      {
        type: 'unpublishDocument',
        ...common,
        versionId: _id,
        versionRevisionId: _rev,
        releaseId: getReleaseName(_id),
      },
    ]
  }
  if (!draft) return [{ type: 'deleteDocumentGroup', ...common }]
  return [{ type: 'unpublishDocument', ...common, versionId: draft._id, versionRevisionId: draft._rev }]
}

function buildVersionEvents(version: DocumentChange, common: Common): DocumentEvent[] {
  const { before, after, resultRev, documentId } = version
  const releaseId = getReleaseName(documentId)
  const about = { ...common, versionId: documentId, ...(releaseId ? { releaseId } : {}) }
  if (!before && after) return [{ type: 'createDocumentVersion', ...about, versionRevisionId: resultRev }]
  if (before && !after) return [{ type: 'deleteDocumentVersion', ...about, versionRevisionId: before._rev }]
  return []
}

/**
 * A transaction's events for a document and its draft or version: created, published, unpublished, discarded, deleted.
 * The Studio reads edits from the transactions instead.
 */
function buildEvents(transaction: CommittedTransaction, dataset: Dataset, id: string): DocumentEvent[] {
  const publishedId = getPublishedId(id)
  const common = { timestamp: transaction.timestamp, author: transaction.identity, documentId: publishedId }
  const find = (documentId: string) => transaction.changes.find((change) => change.documentId === documentId)
  const published = find(publishedId)
  const isVersion = isDraftId(id) || isVersionId(id)
  const version = isVersion
    ? find(id)
    : (transaction.changes.find(
        ({ documentId, after }) =>
          documentId !== publishedId && getPublishedId(documentId) === publishedId && !after,
      ) ?? find(getDraftId(publishedId)))
  if (published && (version || !isVersion || !published.after)) {
    const draft = dataset.storage.readDocumentAt(getDraftId(publishedId), transaction.sequence)
    const release = findPublication(transaction, version && getReleaseName(version.documentId))
    return buildPublishedEvents(published, version, draft, common, release)
  }
  return isVersion && version ? buildVersionEvents(version, common) : []
}

/** A page of a document's events, newest first. `cursor` is the previous page's `nextCursor`, empty after the last. */
export function readDocumentEvents(
  dataset: Dataset,
  id: string,
  page: { limit: number; cursor?: string },
): { events: DocumentEvent[]; nextCursor: string } {
  const ids = [...new Set([id, getPublishedId(id), ...(isVersionId(id) ? [] : [getDraftId(id)])])]
  const { limit, cursor } = page
  const events: DocumentEvent[] = []
  let to = cursor ? Number.parseInt(cursor, 10) - 1 : Number.MAX_SAFE_INTEGER
  while (true) {
    const transactions = dataset.storage.readTransactions(ids, { to, reverse: true, limit })
    for (const transaction of transactions) {
      events.push(...buildEvents(transaction, dataset, id))
      if (events.length >= limit) return { events, nextCursor: `${transaction.sequence}` }
      to = transaction.sequence - 1
    }
    if (transactions.length < limit) return { events, nextCursor: '' }
  }
}
