/**
 * Parameters that set the encryption of a connection.
 * https://www.postgresql.org/docs/current/libpq-connect.html
 */
const encryptionParameters = ['sslmode', 'ssl']
/** Forbidden parameters: they refer to files, and would make `pg` override the `ssl` option. */
const fileParameters = ['sslcert', 'sslkey', 'sslrootcert']
const insecureValues = new Set(['disable', 'no-verify', 'false', '0'])

const disablesEncryption = ({ searchParams }: URL) =>
  encryptionParameters.some((name) => searchParams.getAll(name).some((value) => insecureValues.has(value)))

/**
 * Whether a connection string points to this machine, or to a socket in its file system, so that no network is
 * involved.
 */
export function isLoopback(connectionString: string): boolean {
  const url = new URL(connectionString)
  // `pg` uses the last `host` parameter, or else the URL's host name.
  const host = url.searchParams.getAll('host').at(-1) || url.hostname
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|(\/|%2f).*)$/i.test(host)
}

/**
 * Whether a connection string is safe: it must not refer to certificate or key files, nor disable encryption or
 * verification for another machine.
 */
export function isSafeConnection(connectionString: string): boolean {
  const url = new URL(connectionString)
  if (fileParameters.some((name) => url.searchParams.has(name))) return false
  return isLoopback(connectionString) || !disablesEncryption(url)
}

/**
 * Returns the connection options for `pg`. Remote connections are always encrypted and verify the server's host name,
 * regardless of `sslmode`. Local connections are encrypted only when `ca` is given and the connection string does not
 * disable encryption.
 *
 * @param ca - PEM certificates of the server's certificate authority; by default those that Node trusts
 * @throws an Error when the connection string is not safe
 */
export function getConnectionConfig(connectionString: string, ca?: string) {
  if (!isSafeConnection(connectionString)) {
    throw new Error(
      'The connection string requests a connection without encryption or verification, or refers to certificate files.',
    )
  }
  const url = new URL(connectionString)
  const isPlain = isLoopback(connectionString) && (!ca || disablesEncryption(url))
  // Parameters of the connection string would override `ssl`. https://node-postgres.com/features/ssl
  for (const name of [...encryptionParameters, 'uselibpqcompat']) url.searchParams.delete(name)
  return {
    connectionString: url.href,
    ssl: isPlain ? false : { rejectUnauthorized: true, ...(ca ? { ca } : {}) },
  }
}
