import { randomBytes } from 'node:crypto'
import type { Dataset } from '../dataset.ts'
import { ApiError } from '../errors.ts'
import { compileListener, parseListenOptions } from '../listener.ts'
import { withinDeadline } from '../queries.ts'
import type { CommittedTransaction, Identity } from '../types.ts'
import type { EventStream } from './eventStream.ts'
import type { Journal } from './journal.ts'

/**
 * Tells a listener about changes (https://www.sanity.io/docs/http-reference/listen). With `enableResume` one that was
 * interrupted is sent what it missed after `welcomeback`, or `reset` when that isn't known any more; a query that
 * can't be parsed, or takes too long, is answered with `channelError`, as a status could not be read by browsers.
 */
export function serveListener(
  stream: EventStream,
  options: {
    dataset: Dataset
    journal: Journal
    params: URLSearchParams
    /** As in the path, `v2025-02-19`. */
    apiVersion: string
    identity: Identity
    lastEventId?: string
  },
): void {
  const { dataset, journal, params, apiVersion, identity, lastEventId } = options
  let eventsOf: ReturnType<typeof compileListener>
  try {
    eventsOf = compileListener(dataset, identity, parseListenOptions(params, apiVersion))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    stream.send({ event: 'channelError', data: error.body })
    stream.close()
    return
  }
  const eventsFor = (transaction: CommittedTransaction) => {
    try {
      return withinDeadline(() => eventsOf(transaction))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      stream.send({ event: 'channelError', data: error.body })
      stream.close()
      return undefined
    }
  }
  const report = (transaction: CommittedTransaction) => {
    const events = eventsFor(transaction)
    if (!events) return
    stream.sendTogether(
      events.map((data, index) => ({
        event: 'mutation',
        // Only the last event moves a reader on, so that one who missed the end gets the whole transaction again.
        ...(index === events.length - 1 ? { id: journal.idOf(transaction.sequence) } : {}),
        data,
      })),
    )
  }
  const resuming = lastEventId !== undefined && params.get('enableResume') === 'true'
  const missed = resuming ? journal.since(lastEventId) : undefined
  const data = { listenerName: randomBytes(12).toString('base64url') }
  if (missed) stream.send({ event: 'welcomeback', data })
  else stream.send({ event: resuming ? 'reset' : 'welcome', id: journal.position, data })
  journal.serve(stream, report, missed)
}
