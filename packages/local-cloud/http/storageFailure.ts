/** SQLite's result codes for I/O errors and for a full disk: https://sqlite.org/rescode.html */
const storageFailureCodes = new Set([
  10, // SQLITE_IOERR
  13, // SQLITE_FULL
])

/** Whether an error means that a disk is full, or that SQLite could not write or read its file. */
export function isStorageFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && error.code === 'ENOSPC') return true
  // The lowest byte of an extended result code is the primary code.
  return (
    'errcode' in error && typeof error.errcode === 'number' && storageFailureCodes.has(error.errcode & 0xff)
  )
}
