import type { Dataset } from '../dataset.ts'
import { publishedIdOf, releaseOf } from '../ids.ts'
import { releaseIdOf, stateOf } from '../release.ts'
import type { CommittedTransaction, DocumentChange } from '../types.ts'

/** An event in a release's life, in the form that the package `sanity` reads: its ReleaseEvent. */
export type ReleaseEvent = { type: string; timestamp: string; author: string; releaseName: string } & Record<
  string,
  unknown
>

/** What a change of a release's own document meant, null for one of its metadata. */
function stepOf({ before, after }: DocumentChange): { type: string; publishAt?: unknown } | null {
  const [was, is] = [stateOf(before), stateOf(after)]
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

function membershipOf(change: DocumentChange): Record<string, unknown> | null {
  const { documentId: versionId, before, after, resultRev } = change
  const about = { documentId: publishedIdOf(versionId), versionId, documentType: (after ?? before)?._type }
  if (!before && after) return { type: 'addDocumentToRelease', ...about, versionRevisionId: resultRev }
  if (before && !after) {
    return { type: 'discardDocumentFromRelease', ...about, versionRevisionId: before._rev }
  }
  return null
}

/** What a transaction meant for a release: the release's own step, else the documents that came to it or left it. */
function eventsOf(transaction: CommittedTransaction, name: string): ReleaseEvent[] {
  const common = { timestamp: transaction.timestamp, author: transaction.identity, releaseName: name }
  const own = transaction.changes.find(({ documentId }) => documentId === releaseIdOf(name))
  const step = own ? stepOf(own) : null
  if (step) return [{ ...common, ...step }]
  return transaction.changes
    .filter(({ documentId }) => releaseOf(documentId) === name)
    .map(membershipOf)
    .filter((event) => event !== null)
    .map((event) => ({ ...common, type: String(event.type), ...event }))
}

/**
 * A page of a release's events, newest first. `cursor` is what the previous page ended with; the answer's `nextCursor` is
 * empty when nothing is left.
 */
export function releaseEvents(
  dataset: Dataset,
  name: string,
  page: { limit: number; cursor?: string },
): { events: ReleaseEvent[]; nextCursor: string } {
  const to = page.cursor ? Number.parseInt(page.cursor, 10) - 1 : Number.MAX_SAFE_INTEGER
  const transactions = dataset.storage.transactionsOfRelease(name, { to, limit: page.limit })
  const events = transactions.flatMap((transaction) => eventsOf(transaction, name))
  const last = transactions.at(-1)
  return { events, nextCursor: last && transactions.length === page.limit ? `${last.sequence}` : '' }
}
