import type { Server } from 'node:net'
import { StartError } from '../config.ts'

/** The IPs of the loopback interface. A machine without IPv6 lacks the second. */
export const LOOPBACK_IPS = ['127.0.0.1', '::1']

/**
 * Listens on a port of one IP.
 *
 * @returns false for `::1` on a machine without IPv6
 * @throws StartError when the port is in use
 */
export function listen(server: Server, ip: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (ip === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) resolve(false)
      else if (error.code !== 'EADDRINUSE') reject(error)
      else
        reject(
          new StartError(
            `Port ${port} is in use: stop the program that listens on it, or set LOCAL_PORT_BASE to a different number.`,
          ),
        )
    })
    server.listen({ host: ip, port, exclusive: true }, () => resolve(true))
  })
}
