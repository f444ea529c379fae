/**
 * Parses a Range header (RFC 9110, section 14.2) for a body of `size` bytes. Returns `undefined` when the
 * whole body should be sent: without a header, or with one that servers may ignore (a unit other than bytes, several
 * ranges or an invalid range). Returns 'unsatisfiable' for a range outside the body. `start` and `end` are inclusive.
 */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, firstByte = '', lastByte = ''] = match
  if (firstByte === '' && lastByte === '') return undefined
  if (firstByte === '') {
    const length = Math.min(Number(lastByte), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(firstByte)
  const end = lastByte === '' ? size - 1 : Math.min(Number(lastByte), size - 1)
  if (start >= size) return 'unsatisfiable'
  return end < start ? undefined : { start, end }
}
