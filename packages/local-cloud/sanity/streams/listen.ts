import { randomBytes } from 'node:crypto'
import type { Dataset } from '../dataset.ts'
import { ApiError } from '../errors.ts'
import { compileListener, parseListenOptions } from '../listener.ts'
import type { CommittedTransaction, Identity } from '../types.ts'
import type { EventStream } from './eventStream.ts'
import { getEventId, readTransactionsSince, sendTransactions } from './resumption.ts'

/**
 * Sends a listener the changes that match its query (https://www.sanity.io/docs/http-reference/listen). With
 * `enableResume`, a reconnecting listener receives the missed changes after `welcomeback`, or `reset` when they are
 * unknown. When the parameters are invalid, or the filter exceeds the deadline or calls an unsupported function, the
 * stream ends with `channelError`, since browser code can't read a stream's HTTP status.
 */
export function serveListener(
  stream: EventStream,
  options: {
    dataset: Dataset
    params: URLSearchParams
    /** The version in the path, such as `v2025-02-19`. */
    apiVersion: string
    identity: Identity
    lastEventId?: string
  },
): void {
  const { dataset, params, apiVersion, identity, lastEventId } = options
  const runOrEndStream = <Result>(callback: () => Result): Result | undefined => {
    try {
      return callback()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      stream.send({ event: 'channelError', data: error.body })
      stream.close()
      return undefined
    }
  }
  const createEvents = runOrEndStream(() =>
    compileListener(dataset, identity, parseListenOptions(params, apiVersion)),
  )
  if (!createEvents) return
  const send = (transaction: CommittedTransaction) => {
    const events = runOrEndStream(() => createEvents(transaction)) ?? []
    for (const [index, data] of events.entries()) {
      // Only a transaction's last event has an id: a listener that missed it receives the whole transaction again.
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
  sendTransactions(stream, dataset, send, missed)
}
