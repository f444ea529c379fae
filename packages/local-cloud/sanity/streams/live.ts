import type { Dataset } from '../dataset.ts'
import { isPublicId } from '../ids.ts'
import { SYNC_TAG } from '../queries.ts'
import type { CommittedTransaction } from '../types.ts'
import type { EventStream } from './eventStream.ts'
import { getEventId, readTransactionsSince, sendTransactions } from './resumption.ts'

/**
 * Sends the sync tag for each transaction or, without `includeDrafts`, for each that changes a public document. A
 * reconnecting client receives the tag for each missed transaction, or `restart` if the missed ones are unknown.
 */
export function serveLive(
  stream: EventStream,
  dataset: Dataset,
  options: { includeDrafts: boolean; lastEventId?: string },
): void {
  const { includeDrafts, lastEventId } = options
  const send = ({ changes, sequence }: CommittedTransaction) => {
    if (!includeDrafts && !changes.some(({ documentId }) => isPublicId(documentId))) return
    stream.send({ event: 'message', id: getEventId(dataset, sequence), data: { tags: [SYNC_TAG] } })
  }
  const missed = lastEventId === undefined ? [] : readTransactionsSince(dataset, lastEventId)
  const id = getEventId(dataset)
  stream.send({ event: 'welcome', ...(lastEventId === undefined ? { id } : {}), data: { id } })
  if (!missed) stream.send({ event: 'restart', id, data: { id } })
  sendTransactions(stream, dataset, send, missed)
}
