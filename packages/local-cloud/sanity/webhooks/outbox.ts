import type { Outbox } from '../../http/deliveryQueue.ts'
import { deliver, isWorthRetrying } from './deliver.ts'
import type { HookStore, Message } from './store.ts'

/** The messages of webhooks, as a queue sends them. */
export function hookOutbox(store: HookStore): Outbox<Message> {
  return {
    receivers: () => store.hooks().map(({ id }) => id),
    due: (hookId, now) => store.due(hookId, now),
    nextDue: (hookId) => store.nextDue(hookId),
    expire: (hookId, before) => store.expire(hookId, before),
    settle: ({ id }, ...standing) => store.settle(id, ...standing),
    async send(message, stop) {
      const hook = store.hook(message.hookId)
      if (!hook || hook.isDisabledByUser) return 'dropped'
      const attempt = await deliver(hook, message, stop)
      if (!stop.aborted) store.record(attempt)
      if (!attempt.isFailure) return 'success'
      if (attempt.resultCode === null) return 'absent'
      return isWorthRetrying(attempt) ? 'failure' : 'refused'
    },
  }
}
