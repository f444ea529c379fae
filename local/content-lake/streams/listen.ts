import { randomBytes } from 'node:crypto'
import type { Dataset } from '../dataset.ts'
import { ApiError } from '../errors.ts'
import type { CommittedTransaction, Identity } from '../types.ts'
import type { EventStream } from './event-stream.ts'
import type { Journal } from './journal.ts'
import { createListener, type ListenOptions } from './mutation-events.ts'

/** Reads a listener's parameters. Throws an ApiError (400) when there is no query or a parameter isn't JSON. */
function readOptions(search: URLSearchParams): ListenOptions {
  const query = search.get('query') ?? ''
  const problem = (description: string) =>
    new ApiError(400, description, { error: { type: 'validationError', description } })
  if (query.trim() === '') throw problem('"query" is missing')
  const params: Record<string, unknown> = {}
  for (const [name, value] of search) {
    if (!name.startsWith('$')) continue
    try {
      params[name.slice(1)] = JSON.parse(value)
    } catch {
      throw problem(`Parameter "${name}" is not valid JSON`)
    }
  }
  return {
    query,
    params,
    includeResult: search.get('includeResult') !== 'false',
    includePreviousRevision: search.get('includePreviousRevision') === 'true',
    includeMutations: search.get('includeMutations') !== 'false',
    includeAllVersions: search.get('includeAllVersions') === 'true',
    includeEffects: search.get('effectFormat') === 'mendoza',
  }
}

/**
 * Tells a listener about changes (https://www.sanity.io/docs/http-reference/listen). With `enableResume` one that was
 * interrupted is sent what it missed after `welcomeback`, or `reset` when that isn't known any more; a query that
 * can't be parsed is answered with `channelError`, as a status could not be read by browsers.
 */
export function serveListener(
  stream: EventStream,
  options: {
    dataset: Dataset
    journal: Journal
    params: URLSearchParams
    identity: Identity
    lastEventId?: string
  },
): void {
  const { dataset, journal, params, identity, lastEventId } = options
  let eventsOf: ReturnType<typeof createListener>
  try {
    eventsOf = createListener(dataset, identity, readOptions(params))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    stream.send({ event: 'channelError', data: error.body })
    stream.close()
    return
  }
  const report = (transaction: CommittedTransaction) => {
    const events = eventsOf(transaction)
    for (const [index, data] of events.entries()) {
      // Only the last event moves a reader on, so that one who missed the end gets the whole transaction again.
      const id = index === events.length - 1 ? { id: journal.idOf(transaction.sequence) } : {}
      stream.send({ event: 'mutation', ...id, data })
    }
  }
  const resuming = lastEventId !== undefined && params.get('enableResume') === 'true'
  const missed = resuming ? journal.since(lastEventId) : undefined
  const data = { listenerName: randomBytes(12).toString('base64url') }
  if (missed) {
    stream.send({ event: 'welcomeback', data })
    for (const transaction of missed) report(transaction)
  } else {
    stream.send({ event: resuming ? 'reset' : 'welcome', id: journal.position, data })
  }
  stream.onClose(journal.subscribe(report))
}
