import type { Dataset } from '../dataset.ts'
import { getPublishedId, getReleaseName } from '../ids.ts'
import { getReleaseId, getReleaseState } from '../release.ts'
import type { CommittedTransaction, DocumentChange } from '../types.ts'

/** The event of a change of a release's document; null for its deletion, or an edit of its metadata. */
function describeReleaseChange({ before, after }: DocumentChange) {
  const [stateBefore, stateAfter] = [getReleaseState(before), getReleaseState(after)]
  if (stateAfter === undefined) return null
  if (stateBefore === undefined) return { type: 'createRelease' }
  if (stateAfter === 'scheduled' && (stateBefore !== stateAfter || before?.publishAt !== after?.publishAt)) {
    return { type: 'scheduleRelease', publishAt: after?.publishAt }
  }
  if (stateBefore === stateAfter) return null
  if (stateAfter === 'published') return { type: 'publishRelease' }
  if (stateAfter === 'archived') return { type: 'archiveRelease' }
  return { type: stateBefore === 'archived' ? 'unarchiveRelease' : 'unscheduleRelease' }
}

/** The event of a version that was added to a release or removed from it; null for an edit. */
function describeVersionChange(change: DocumentChange) {
  const { documentId: versionId, before, after, resultRev } = change
  const versionFields = {
    documentId: getPublishedId(versionId),
    versionId,
    documentType: (after ?? before)?._type,
  }
  if (!before && after)
    return { type: 'addDocumentToRelease', ...versionFields, versionRevisionId: resultRev }
  if (before && !after) {
    return { type: 'discardDocumentFromRelease', ...versionFields, versionRevisionId: before._rev }
  }
  return null
}

/**
 * The events of a transaction: the change of the release's state, or else the versions that were added or removed. Their
 * format is `ReleaseEvent` in the package `sanity`.
 */
function buildEvents(transaction: CommittedTransaction, name: string): Record<string, unknown>[] {
  const eventBase = { timestamp: transaction.timestamp, author: transaction.identity, releaseName: name }
  const releaseChange = transaction.changes.find(({ documentId }) => documentId === getReleaseId(name))
  const releaseEvent = releaseChange ? describeReleaseChange(releaseChange) : null
  if (releaseEvent) return [{ ...eventBase, ...releaseEvent }]
  return transaction.changes
    .filter(({ documentId }) => getReleaseName(documentId) === name)
    .map(describeVersionChange)
    .filter((event) => event !== null)
    .map((event) => ({ ...eventBase, ...event }))
}

/**
 * A page of a release's events: those of at most `limit` transactions, newest first. `cursor` is the previous page's
 * `nextCursor`, which is empty when no page follows.
 */
export function readReleaseEvents(
  dataset: Dataset,
  name: string,
  page: { limit: number; cursor?: string | undefined },
) {
  const toSequence = page.cursor ? Number.parseInt(page.cursor, 10) - 1 : Number.MAX_SAFE_INTEGER
  const transactions = dataset.storage.readReleaseTransactions(name, { toSequence, limit: page.limit })
  const events = transactions.flatMap((transaction) => buildEvents(transaction, name))
  const last = transactions.at(-1)
  return { events, nextCursor: last && transactions.length === page.limit ? `${last.sequence}` : '' }
}
