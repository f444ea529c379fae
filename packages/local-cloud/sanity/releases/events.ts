import type { Dataset } from '../dataset.ts'
import { getPublishedId, getReleaseName } from '../ids.ts'
import { getReleaseId, getReleaseState } from '../release.ts'
import type { CommittedTransaction, DocumentChange } from '../types.ts'

/** The package `sanity`'s ReleaseEvent. */
export type ReleaseEvent = { type: string; timestamp: string; author: string; releaseName: string } & Record<
  string,
  unknown
>

/** The event of a change of a release's own document, null for an edit of its metadata. */
function describeStep({ before, after }: DocumentChange): { type: string; publishAt?: unknown } | null {
  const [was, is] = [getReleaseState(before), getReleaseState(after)]
  if (is === undefined) return null
  if (was === undefined) return { type: 'createRelease' }
  if (is === 'scheduled' && (was !== is || before?.publishAt !== after?.publishAt)) {
    return { type: 'scheduleRelease', publishAt: after?.publishAt }
  }
  if (was === is) return null
  if (is === 'published') return { type: 'publishRelease' }
  if (is === 'archived') return { type: 'archiveRelease' }
  return { type: was === 'archived' ? 'unarchiveRelease' : 'unscheduleRelease' }
}

function describeMembership(change: DocumentChange): Record<string, unknown> | null {
  const { documentId: versionId, before, after, resultRev } = change
  const about = { documentId: getPublishedId(versionId), versionId, documentType: (after ?? before)?._type }
  if (!before && after) return { type: 'addDocumentToRelease', ...about, versionRevisionId: resultRev }
  if (before && !after) {
    return { type: 'discardDocumentFromRelease', ...about, versionRevisionId: before._rev }
  }
  return null
}

/** The events of a transaction: the release's own step, else the documents added to it or removed. */
function buildEvents(transaction: CommittedTransaction, name: string): ReleaseEvent[] {
  const common = { timestamp: transaction.timestamp, author: transaction.identity, releaseName: name }
  const own = transaction.changes.find(({ documentId }) => documentId === getReleaseId(name))
  const step = own ? describeStep(own) : null
  if (step) return [{ ...common, ...step }]
  return transaction.changes
    .filter(({ documentId }) => getReleaseName(documentId) === name)
    .map(describeMembership)
    .filter((event) => event !== null)
    .map((event) => ({ ...common, type: String(event.type), ...event }))
}

/** A page of a release's events, newest first. `cursor` is the previous page's `nextCursor`, empty after the last. */
export function readReleaseEvents(
  dataset: Dataset,
  name: string,
  page: { limit: number; cursor?: string },
): { events: ReleaseEvent[]; nextCursor: string } {
  const to = page.cursor ? Number.parseInt(page.cursor, 10) - 1 : Number.MAX_SAFE_INTEGER
  const transactions = dataset.storage.readReleaseTransactions(name, { to, limit: page.limit })
  const events = transactions.flatMap((transaction) => buildEvents(transaction, name))
  const last = transactions.at(-1)
  return { events, nextCursor: last && transactions.length === page.limit ? `${last.sequence}` : '' }
}
