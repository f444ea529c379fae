import type { DatabaseSync } from 'node:sqlite'
import type { Hono } from 'hono'
import { DeliveryQueue, type Disturbance } from '../../http/deliveryQueue.ts'
import type { LakeEnvironment } from '../context.ts'
import type { Dataset } from '../dataset.ts'
import type { ContentLake } from '../lake.ts'
import type { CommittedTransaction } from '../types.ts'
import type { Hook } from './hook.ts'
import { messagesFor } from './observe.ts'
import { hookOutbox } from './outbox.ts'
import { hookRoutes } from './routes.ts'
import { HookStore, type Message, type MessageContent } from './store.ts'

/** When what could not be noted is tried again, as on a full disk. Milliseconds. */
const AGAIN = 1000

/** The content lake's webhooks. */
export type Webhooks = {
  routes: Hono<LakeEnvironment>
  /** Sends what a dataset's changes give rise to. */
  follow(dataset: Dataset): void
  /** Takes up what an earlier run didn't finish: call it when everything else serves. */
  resume(): void
  /** Recent messages with their attempts, newest first, for the control API. */
  recent(): Record<string, unknown>[]
  /** Sends a message again. Returns false when there is none with this id. */
  replay(id: string): boolean
  disturb(change: Partial<Disturbance>): void
  disturbance(): Disturbance
  /** Forgets what was sent and what still was to be; webhooks stay. */
  clear(): void
  close(): Promise<void>
}

/** Webhooks kept in `db`. */
export function createWebhooks(lake: ContentLake, db: DatabaseSync): Webhooks {
  const store = new HookStore(db)
  const queue = new DeliveryQueue(hookOutbox(store))
  /** The datasets with changes that could not be noted, and when that is tried again. */
  const behind = new Map<Dataset, NodeJS.Timeout>()

  function contentsOf(hook: Hook, dataset: Dataset, transaction: CommittedTransaction): MessageContent[] {
    try {
      return [...messagesFor(hook, dataset, transaction)]
    } catch (error) {
      console.error(`local cloud: the webhook "${hook.name}" could not be evaluated:`, error)
      return []
    }
  }

  /** Writes down what a transaction gives the webhooks to send, and that it was looked at. */
  function note(dataset: Dataset, transaction: CommittedTransaction): Message[] {
    return store.advance(dataset.name, transaction.sequence, () =>
      store
        .hooks()
        .flatMap((hook) =>
          contentsOf(hook, dataset, transaction).map((content) => store.enqueue(hook.id, content)),
        ),
    )
  }

  function send(dataset: Dataset, transaction: CommittedTransaction): void {
    for (const hookId of new Set(note(dataset, transaction).map((message) => message.hookId)))
      queue.wake(hookId)
  }

  function catchUp(dataset: Dataset): void {
    try {
      const seen = store.progress(dataset.name) ?? 0
      for (const transaction of dataset.storage.transactionsAfter(seen)) send(dataset, transaction)
      behind.delete(dataset)
    } catch {
      tryAgain(dataset)
    }
  }

  function tryAgain(dataset: Dataset): void {
    behind.set(dataset, setTimeout(() => catchUp(dataset), AGAIN).unref())
  }

  return {
    routes: hookRoutes(lake, store),
    follow(dataset) {
      const head = dataset.storage.head().sequence
      const seen = store.progress(dataset.name)
      // A run that was killed after a change was on disk may not have got as far as its messages.
      if (seen !== undefined && seen < head) {
        for (const transaction of dataset.storage.transactionsAfter(seen)) note(dataset, transaction)
      } else store.advance(dataset.name, head, () => {})
      dataset.subscribe((transaction) => {
        if (behind.has(dataset)) return
        try {
          send(dataset, transaction)
        } catch (error) {
          console.error('local cloud: webhooks wait, since they could not be noted:', error)
          tryAgain(dataset)
        }
      })
    },
    resume: () => queue.wakeAll(),
    recent() {
      const attempts = Map.groupBy(store.attempts(undefined, 300), ({ messageId }) => messageId)
      const names = new Map(store.hooks().map(({ id, name }) => [id, name]))
      return store.messages().map((message) => ({
        ...message,
        hookName: names.get(message.hookId) ?? message.hookId,
        attempts: attempts.get(message.id) ?? [],
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
    close: () => {
      for (const timer of behind.values()) clearTimeout(timer)
      return queue.close()
    },
  }
}
