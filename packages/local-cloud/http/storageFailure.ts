/** What SQLite answers when a file cannot be written, as on a full disk: https://sqlite.org/rescode.html */
const RESULTS = new Set([
  10, // SQLITE_IOERR
  13, // SQLITE_FULL
])

/** Whether an error says that a file could not be written, and not that something was asked for wrongly. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === 'ENOSPC') return true
  // An extended code has the result in its lowest byte.
  return 'errcode' in error && typeof error.errcode === 'number' && RESULTS.has(error.errcode & 0xff)
}
