/** SQLite's result codes of failed writes, such as on a full disk: https://sqlite.org/rescode.html */
const resultCodes = new Set([
  10, // SQLITE_IOERR
  13, // SQLITE_FULL
])

/** Whether an error means that a file could not be written, rather than a wrong request. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === 'ENOSPC') return true
  // An extended result code has the result in its lowest byte.
  return 'errcode' in error && typeof error.errcode === 'number' && resultCodes.has(error.errcode & 0xff)
}
