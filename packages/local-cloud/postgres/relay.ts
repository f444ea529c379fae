import { connect, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from '../http/faults.ts'
import { encodeFatalError } from './messages.ts'

/** A fault for a client's next request. Any `status` ends the connection with 57P03: Postgres has no HTTP statuses. */
export type ConnectionFault = Pick<Fault, 'status' | 'delayMs' | 'lose'>

/** The application name of the local cloud's own connections, which faults do not affect. */
export const OWN_APPLICATION_NAME = 'local_cloud'

/**
 * Connects a client to the database on a port of 127.0.0.1, relays bytes and injects faults. Each chunk from the
 * client counts as one request: the startup, a statement, or the begin or commit of a transaction.
 *
 * @param initialBytes - the client's first chunk, which was already read
 * @returns the connection to the database
 */
export function relay(
  client: Socket,
  port: number,
  initialBytes: Buffer,
  takeFault: () => ConnectionFault | undefined,
): Socket {
  const database = connect({ host: '127.0.0.1', port })
  database.on('error', () => client.destroy())
  database.once('close', () => client.destroy())
  client.once('close', () => database.destroy())
  const isOwnConnection = initialBytes.includes(`application_name\0${OWN_APPLICATION_NAME}\0`)
  const requests = new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      const fault = isOwnConnection ? undefined : takeFault()
      if (fault?.delayMs) await wait(fault.delayMs)
      if (fault?.lose === 'request') {
        client.destroy()
      } else if (fault?.lose === 'response') {
        database.unpipe(client)
        database.once('data', () => client.destroy()).resume()
        done(null, chunk)
      } else if (fault?.status !== undefined) {
        database.unpipe(client)
        // `cannot_connect_now`
        client.end(encodeFatalError('57P03', "Fault injected by the local cloud's control API"))
      } else {
        done(null, chunk)
      }
    },
  })
  requests.on('error', () => client.destroy())
  client.unshift(initialBytes)
  client.pipe(requests).pipe(database)
  database.pipe(client)
  return database
}
