import type { DatabaseSync } from 'node:sqlite'
import { DeliveryQueue } from '../../http/deliveryQueue.ts'
import { DeliveryStore } from '../../http/deliveryStore.ts'
import { isStorageFailure } from '../../http/storageFailure.ts'
import type { ContentLake } from '../contentLake.ts'
import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'
import { buildMessages, type Message } from './buildMessages.ts'
import { deliver } from './deliver.ts'
import type { Hook } from './hook.ts'
import { createHookRoutes } from './routes.ts'
import { HookStore } from './store.ts'

/** Creates the webhooks' routes and delivery queue. `db` stores the webhooks and their messages. */
export function createWebhooks(contentLake: ContentLake, db: DatabaseSync) {
  const store = new HookStore(db)
  const deliveries = new DeliveryStore<Message>(db)
  const queue = new DeliveryQueue(deliveries, {
    receivers: () => store.listHooks().map(({ id }) => id),
    async send(delivery, stop) {
      const hook = store.findHook(delivery.receiver)
      return hook && !hook.isDisabledByUser ? deliver(hook, delivery, stop) : undefined
    },
    isFinal: (status) => status !== 429 && status < 500,
  })

  /** Queues a webhook's messages for a transaction, or logs the error if the filter or projection fails. */
  function enqueueMessages(hook: Hook, dataset: Dataset, transaction: CommittedTransaction): void {
    try {
      for (const message of [...buildMessages(hook, dataset, transaction)])
        deliveries.enqueue(hook.id, message.documentId, message)
    } catch (error) {
      if (isStorageFailure(error)) throw error
      console.error(`content lake: evaluating the webhook "${hook.name}" failed:`, error)
    }
  }

  /** Queues the messages of all transactions after the last queued one; for a new dataset, after `defaultSequence`. */
  function enqueueChanges(dataset: Dataset, defaultSequence: number): void {
    const sequence = store.readProgress(dataset.name) ?? defaultSequence
    store.saveProgress(dataset.name, dataset.latestSequence, () => {
      for (const transaction of dataset.storage.readTransactionsAfter(sequence))
        for (const hook of store.listHooks()) enqueueMessages(hook, dataset, transaction)
    })
  }

  return {
    queue,
    routes: createHookRoutes(contentLake, store),
    /** Sends messages for a dataset's changes, including those whose messages an earlier process did not queue. */
    watch(dataset: Dataset) {
      enqueueChanges(dataset, dataset.latestSequence)
      dataset.subscribe(({ sequence }) => {
        enqueueChanges(dataset, sequence - 1)
        queue.wakeAll()
      })
    },
    clear() {
      deliveries.clear()
      store.clearProgress()
    },
  }
}
