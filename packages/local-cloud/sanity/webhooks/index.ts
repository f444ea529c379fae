import type { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import { DeliveryQueue, type Disturbance, type Outbox } from '../../http/deliveryQueue.ts'
import type { ContentLake } from '../contentLake.ts'
import type { SanityEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import type { CommittedTransaction } from '../types.ts'
import { deliver } from './deliver.ts'
import type { Hook } from './hook.ts'
import { buildMessages } from './observe.ts'
import { hookRoutes } from './routes.ts'
import { HookStore, type Message, type MessageContent } from './store.ts'

export type Webhooks = {
  routes: Hono<SanityEnvironment>
  /** Sends messages for a dataset's changes, those included that an earlier process did not queue. */
  follow(dataset: Dataset): void
  /** Sends the messages of an earlier process. Call it when everything else serves. */
  resume(): void
  recent(): Record<string, unknown>[]
  replay(id: string): boolean
  disturb(change: Partial<Disturbance>): void
  disturbance(): Disturbance
  clear(): void
  close(): Promise<void>
}

function createOutbox(store: HookStore): Outbox<Message> {
  return {
    receivers: () => store.hooks().map(({ id }) => id),
    due: (hookId, now) => store.due(hookId, now),
    nextDue: (hookId) => store.nextDue(hookId),
    expire: (hookId, before) => store.expire(hookId, before),
    settle: ({ id }, ...state) => store.settle(id, ...state),
    async send(message, stop) {
      const hook = store.hook(message.hookId)
      if (!hook || hook.isDisabledByUser) return 'dropped'
      const attempt = await deliver(hook, message, stop)
      if (!stop.aborted) store.record(message.id, attempt)
      const { isFailure, resultCode } = attempt
      if (!isFailure) return 'success'
      if (resultCode === null) return 'absent'
      return resultCode === 429 || resultCode >= 500 ? 'failure' : 'refused'
    },
  }
}

/** Stores webhooks and messages in `db`. */
export function createWebhooks(contentLake: ContentLake, db: DatabaseSync): Webhooks {
  const store = new HookStore(db)
  const queue = new DeliveryQueue(createOutbox(store))

  function buildContents(hook: Hook, dataset: Dataset, transaction: CommittedTransaction): MessageContent[] {
    try {
      return [...buildMessages(hook, dataset, transaction)]
    } catch (error) {
      console.error(`content lake: evaluating the webhook "${hook.name}" failed:`, error)
      return []
    }
  }

  /** Queues the messages of all transactions after the last queued one, in a new dataset after `from`. */
  function enqueueChanges(dataset: Dataset, from: number): Message[] {
    const transactions = dataset.storage.readTransactionsAfter(store.progress(dataset.name) ?? from)
    return store.advance(dataset.name, dataset.position, () =>
      transactions.flatMap((transaction) =>
        store
          .hooks()
          .flatMap((hook) =>
            buildContents(hook, dataset, transaction).map((content) => store.enqueue(hook.id, content)),
          ),
      ),
    )
  }

  return {
    routes: hookRoutes(contentLake, store),
    follow(dataset) {
      enqueueChanges(dataset, dataset.position)
      dataset.subscribe(({ sequence }) => {
        for (const { hookId } of enqueueChanges(dataset, sequence - 1)) queue.wake(hookId)
      })
    },
    resume: () => queue.wakeAll(),
    recent() {
      const names = new Map(store.hooks().map(({ id, name }) => [id, name]))
      return store.messages().map((message) => ({
        ...message,
        hookName: names.get(message.hookId) ?? message.hookId,
        attempts: message.attempts.toReversed(),
      }))
    },
    replay(id) {
      const message = store.message(id)
      if (!message) return false
      store.sendAgain(id)
      queue.wake(message.hookId, true)
      return true
    },
    disturb: (change) => queue.disturb(change),
    disturbance: () => queue.disturbed(),
    clear: () => store.clearMessages(),
    close: () => queue.close(),
  }
}
