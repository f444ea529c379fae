import { isPublicId } from '../ids.ts'
import { syncTagsForChange } from '../queries.ts'
import type { CommittedTransaction } from '../types.ts'
import type { EventStream } from './eventStream.ts'
import type { Journal } from './journal.ts'

function tagsOf(transaction: CommittedTransaction, includeDrafts: boolean): string[] {
  const seen = transaction.changes.filter(({ documentId }) => includeDrafts || isPublicId(documentId))
  return [...new Set(seen.flatMap(syncTagsForChange))]
}

/**
 * Tells a live stream which sync tags a transaction invalidates
 * (https://www.sanity.io/docs/content-lake/live-content-api). One that was interrupted gets what it missed, or a
 * `restart` when that isn't known any more.
 */
export function serveLive(
  stream: EventStream,
  journal: Journal,
  options: { includeDrafts: boolean; lastEventId?: string },
): void {
  const report = (transaction: CommittedTransaction) => {
    const tags = tagsOf(transaction, options.includeDrafts)
    const id = journal.idOf(transaction.sequence)
    if (tags.length > 0) stream.send({ event: 'message', id, data: { tags } })
  }
  const missed = options.lastEventId === undefined ? [] : journal.since(options.lastEventId)
  const id = journal.position
  stream.send({ event: 'welcome', ...(options.lastEventId === undefined ? { id } : {}), data: { id } })
  if (!missed) stream.send({ event: 'restart', id, data: { id } })
  journal.serve(stream, report, missed)
}
