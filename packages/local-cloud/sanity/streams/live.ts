import type { Dataset } from '../dataset.ts'
import { isPublicId } from '../ids.ts'
import { computeInvalidatedTags } from '../syncTags.ts'
import type { CommittedTransaction } from '../types.ts'
import type { EventStream } from './eventStream.ts'
import { getEventId, readTransactionsSince, sendTransactions } from './resumption.ts'

/**
 * Sends the sync tags that each transaction invalidates (https://www.sanity.io/docs/content-lake/live-content-api).
 * Without `includeDrafts`, only public documents count. A reconnecting client receives the missed tags, or `restart` when
 * they are unknown.
 */
export function serveLive(
  stream: EventStream,
  dataset: Dataset,
  options: { includeDrafts: boolean; lastEventId?: string },
): void {
  const { includeDrafts, lastEventId } = options
  const send = ({ changes, sequence }: CommittedTransaction) => {
    const visible = changes.filter(({ documentId }) => includeDrafts || isPublicId(documentId))
    const tags = [...new Set(visible.flatMap(computeInvalidatedTags))]
    if (tags.length > 0) stream.send({ event: 'message', id: getEventId(dataset, sequence), data: { tags } })
  }
  const missed = lastEventId === undefined ? [] : readTransactionsSince(dataset, lastEventId)
  const id = getEventId(dataset)
  stream.send({ event: 'welcome', ...(lastEventId === undefined ? { id } : {}), data: { id } })
  if (!missed) stream.send({ event: 'restart', id, data: { id } })
  sendTransactions(stream, dataset, send, missed)
}
