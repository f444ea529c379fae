import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { fatalError } from './messages.ts'

/** How the next thing that a client sends goes wrong. */
export type ConnectionFault = {
  /** Whatever it is, the database says that it takes no connections now: it has no HTTP statuses. */
  status?: number
  /** Milliseconds. */
  delayMs?: number
  lose?: 'request' | 'answer'
}

/** The name under which the local cloud's own services connect; no fault is meant for them. */
export const OWN_NAME = 'local_cloud'

/**
 * Carries bytes between a client and the database. What a client sends at once counts as one request: a statement, or
 * the beginning or end of a transaction.
 */
export function relay(
  client: Socket,
  database: Socket,
  opening: Buffer,
  takeFault: () => ConnectionFault | undefined,
): void {
  const isOwn = opening.includes(`application_name\0${OWN_NAME}\0`)
  const requests = new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      const fault = isOwn ? undefined : takeFault()
      if (fault?.delayMs) await wait(fault.delayMs)
      if (fault?.lose === 'request') {
        client.destroy()
      } else if (fault?.lose === 'answer') {
        database.unpipe(client)
        database.once('data', () => client.destroy()).resume()
        done(null, chunk)
      } else if (fault?.status !== undefined) {
        database.unpipe(client)
        // `cannot_connect_now`
        client.end(fatalError('57P03', "Fault injected by the local cloud's control API"))
      } else {
        done(null, chunk)
      }
    },
  })
  requests.on('error', () => client.destroy())
  client.unshift(opening)
  client.pipe(requests).pipe(database)
  database.pipe(client)
}
