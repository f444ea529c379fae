import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'
import type { EventStream } from './eventStream.ts'

/** The event id for a transaction, by default the latest one. It stays valid until the dataset is cleared. */
export function getEventId(dataset: Dataset, sequence = dataset.latestSequence): string {
  return `${dataset.storage.readEpoch()}-${sequence}`
}

/** The transactions after an event; undefined when the id is not from the dataset's current history. */
export function readTransactionsSince(dataset: Dataset, eventId: string): CommittedTransaction[] | undefined {
  const [epoch, number] = eventId.split('-')
  const sequence = Number(number)
  const isKnown = epoch === dataset.storage.readEpoch() && Number.isInteger(sequence)
  if (!isKnown || sequence < 0 || sequence > dataset.latestSequence) return undefined
  return dataset.storage.readTransactionsAfter(sequence)
}

/** Calls `send` with the missed transactions and, until the stream ends, with every new one. */
export function sendTransactions(
  stream: EventStream,
  dataset: Dataset,
  send: (transaction: CommittedTransaction) => void,
  missed: CommittedTransaction[] = [],
): void {
  for (const transaction of missed) send(transaction)
  stream.onClose(dataset.subscribe(send))
}
