import type { DatabaseSync } from 'node:sqlite'
import { DeliveryQueue, type Disturbance, type Outbox } from '../../http/deliveryQueue.ts'
import type { ContentLake } from '../contentLake.ts'
import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'
import { buildMessages } from './buildMessages.ts'
import { deliver } from './deliver.ts'
import type { Hook } from './hook.ts'
import { createHookRoutes } from './routes.ts'
import { HookStore, type Message, type MessageContent } from './store.ts'

function createOutbox(store: HookStore): Outbox<Message> {
  return {
    receivers: () => store.listHooks().map(({ id }) => id),
    due: (hookId, now) => store.findDue(hookId, now),
    nextDue: (hookId) => store.findNextDue(hookId),
    expire: (hookId, before) => store.expire(hookId, before),
    settle: ({ id }, ...state) => store.settle(id, ...state),
    async send(message, stop) {
      const hook = store.findHook(message.hookId)
      if (!hook || hook.isDisabledByUser) return 'dropped'
      const attempt = await deliver(hook, message, stop)
      if (!stop.aborted) store.recordAttempt(message.id, attempt)
      const { isFailure, resultCode } = attempt
      if (!isFailure) return 'success'
      if (resultCode === null) return 'unreachable'
      return resultCode === 429 || resultCode >= 500 ? 'failure' : 'refused'
    },
  }
}

/** Registers webhooks and sends their messages. `db` stores both. */
export function createWebhooks(contentLake: ContentLake, db: DatabaseSync) {
  const store = new HookStore(db)
  const queue = new DeliveryQueue(createOutbox(store))

  /** The messages of a webhook for a transaction; none when its filter or projection fails, which is logged. */
  function buildMessageContents(
    hook: Hook,
    dataset: Dataset,
    transaction: CommittedTransaction,
  ): MessageContent[] {
    try {
      return [...buildMessages(hook, dataset, transaction)]
    } catch (error) {
      console.error(`content lake: evaluating the webhook "${hook.name}" failed:`, error)
      return []
    }
  }

  /** Queues the messages of all transactions after the last queued one; for a new dataset, after `defaultSequence`. */
  function enqueueChanges(dataset: Dataset, defaultSequence: number): Message[] {
    const transactions = dataset.storage.readTransactionsAfter(
      store.readProgress(dataset.name) ?? defaultSequence,
    )
    return store.saveProgress(dataset.name, dataset.latestSequence, () =>
      transactions.flatMap((transaction) =>
        store
          .listHooks()
          .flatMap((hook) =>
            buildMessageContents(hook, dataset, transaction).map((content) =>
              store.enqueue(hook.id, content),
            ),
          ),
      ),
    )
  }

  return {
    routes: createHookRoutes(contentLake, store),
    /** Sends messages for a dataset's changes, also for those whose messages an earlier process did not queue. */
    watch(dataset: Dataset) {
      enqueueChanges(dataset, dataset.latestSequence)
      dataset.subscribe(({ sequence }) => {
        for (const { hookId } of enqueueChanges(dataset, sequence - 1)) queue.wake(hookId)
      })
    },
    /** Sends the queued messages of an earlier process. Call it after all services have started. */
    start: () => queue.wakeAll(),
    recent(): Record<string, unknown>[] {
      const names = new Map(store.listHooks().map(({ id, name }) => [id, name]))
      return store.listRecentMessages().map((message) => ({
        ...message,
        hookName: names.get(message.hookId) ?? message.hookId,
        attempts: message.attempts.toReversed(),
      }))
    },
    replay(id: string) {
      const message = store.findMessage(id)
      if (!message) return false
      store.requeue(id)
      queue.wake(message.hookId, { ignoreBackoff: true })
      return true
    },
    changeDisturbance: (change: Partial<Disturbance>) => queue.changeDisturbance(change),
    readDisturbance: () => queue.readDisturbance(),
    clear: () => store.clearMessages(),
    close: () => queue.close(),
  }
}
