import { randomBytes } from 'node:crypto'
import type { Dataset } from '../dataset.ts'
import { ApiError } from '../errors.ts'
import { compileListener, parseListenOptions } from '../listener.ts'
import { runWithinDeadline } from '../queries.ts'
import type { CommittedTransaction, Identity } from '../types.ts'
import type { EventStream } from './eventStream.ts'
import { followDataset, getEventId, readTransactionsSince } from './journal.ts'

/**
 * Sends the changes of a listener (https://www.sanity.io/docs/http-reference/listen). With `enableResume` a reconnecting one
 * receives the missed changes after `welcomeback`, or `reset` when they are unknown. A query that can't be parsed or exceeds
 * its deadline ends the stream with `channelError`, since browsers can't read the status of a stream.
 */
export function serveListener(
  stream: EventStream,
  options: {
    dataset: Dataset
    params: URLSearchParams
    /** As in the path, `v2025-02-19`. */
    apiVersion: string
    identity: Identity
    lastEventId?: string
  },
): void {
  const { dataset, params, apiVersion, identity, lastEventId } = options
  const orEnd = <Result>(work: () => Result): Result | undefined => {
    try {
      return runWithinDeadline(work)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      stream.send({ event: 'channelError', data: error.body })
      stream.close()
      return undefined
    }
  }
  const createEvents = orEnd(() => compileListener(dataset, identity, parseListenOptions(params, apiVersion)))
  if (!createEvents) return
  const send = (transaction: CommittedTransaction) => {
    const events = orEnd(() => createEvents(transaction)) ?? []
    for (const [index, data] of events.entries()) {
      // Only the last event has an id, so that a listener that lost the rest receives the whole transaction again.
      const isLast = index === events.length - 1
      stream.send({
        event: 'mutation',
        ...(isLast ? { id: getEventId(dataset, transaction.sequence) } : {}),
        data,
      })
    }
  }
  const isResuming = lastEventId !== undefined && params.get('enableResume') === 'true'
  const missed = isResuming ? readTransactionsSince(dataset, lastEventId) : undefined
  const data = { listenerName: randomBytes(12).toString('base64url') }
  if (missed) stream.send({ event: 'welcomeback', data })
  else stream.send({ event: isResuming ? 'reset' : 'welcome', id: getEventId(dataset), data })
  followDataset(stream, dataset, send, missed)
}
