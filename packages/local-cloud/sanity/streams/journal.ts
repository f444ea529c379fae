import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'
import type { EventStream } from './eventStream.ts'

/** The id of a transaction's events. It stays valid over restarts, until the dataset is cleared. */
export function getEventId(dataset: Dataset, sequence = dataset.position): string {
  return `${dataset.storage.epoch()}-${sequence}`
}

/** The transactions after an event; undefined for the id of another history. */
export function readTransactionsSince(dataset: Dataset, eventId: string): CommittedTransaction[] | undefined {
  const [epoch, number] = eventId.split('-')
  const sequence = Number(number)
  const isKnown = epoch === dataset.storage.epoch() && Number.isInteger(sequence)
  if (!isKnown || sequence < 0 || sequence > dataset.position) return undefined
  return dataset.storage.readTransactionsAfter(sequence)
}

/** Calls `send` with the missed transactions and, until the stream ends, with every new one. */
export function followDataset(
  stream: EventStream,
  dataset: Dataset,
  send: (transaction: CommittedTransaction) => void,
  missed: CommittedTransaction[] = [],
): void {
  for (const transaction of missed) send(transaction)
  stream.onClose(dataset.subscribe(send))
}
