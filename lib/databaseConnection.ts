import type { ConnectionOptions } from 'node:tls'

/** Connection options for `pg`. */
export type Connection = { connectionString: string; ssl: ConnectionOptions | false }

/**
 * Parameters by which a connection string states its encryption.
 * https://www.postgresql.org/docs/current/libpq-connect.html
 */
const modes = ['sslmode', 'ssl']
/** Parameters that name files or weaken the other modes in `pg`. */
const files = ['sslcert', 'sslkey', 'sslrootcert']
const insecure = new Set(['disable', 'no-verify', 'false', '0'])
const encrypted = new Set(['require', 'verify-ca', 'verify-full', 'true', '1'])

const getModes = (url: URL) => modes.flatMap((name) => url.searchParams.getAll(name))

/**
 * Whether a connection string points to this machine, or to a socket in its file system, where the network cannot be
 * intercepted.
 *
 * @param connectionString - `postgres://…`
 */
export function isLoopback(connectionString: string): boolean {
  const url = new URL(connectionString)
  // `pg` uses the last `host` parameter, or the URL's host name without one.
  const host = url.searchParams.getAll('host').at(-1) || url.hostname
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|(\/|%2f).*)$/i.test(host)
}

/**
 * Whether a connection string is safe: one to another machine must not disable encryption or verification.
 *
 * @param connectionString - `postgres://…`
 */
export function isSafeConnection(connectionString: string): boolean {
  const url = new URL(connectionString)
  if (files.some((name) => url.searchParams.has(name))) return false
  return isLoopback(connectionString) || !getModes(url).some((mode) => insecure.has(mode))
}

/**
 * Returns the options of a connection. Beyond this machine, every connection is encrypted, and the server has to
 * prove its host name, whatever `sslmode` says; on this machine only when the connection string or a certificate
 * requires it.
 *
 * @param connectionString - `postgres://…`
 * @param ca - certificates in PEM of the server's authority; those that Node trusts when missing
 * @throws an Error when the connection string requests less
 */
export function getConnectionConfig(connectionString: string, ca?: string): Connection {
  if (!isSafeConnection(connectionString)) {
    throw new Error('The connection string requests a connection without encryption or verification.')
  }
  const url = new URL(connectionString)
  const isPlain =
    isLoopback(connectionString) &&
    (getModes(url).some((mode) => insecure.has(mode)) ||
      (!ca && !getModes(url).some((mode) => encrypted.has(mode))))
  // Parameters of the connection string would override `ssl`. https://node-postgres.com/features/ssl
  for (const name of [...modes, 'uselibpqcompat']) url.searchParams.delete(name)
  return {
    connectionString: url.href,
    ssl: isPlain ? false : { rejectUnauthorized: true, ...(ca ? { ca } : {}) },
  }
}
