import { createHash } from 'node:crypto'

/**
 * A fingerprint of the network address that a request came from. The nearest proxy has written the last entry;
 * everything before it, and `x-real-ip` beside it, may be what the sender wrote.
 */
export function senderOf(request: Request): string {
  const forwarded = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
  const address = forwarded || request.headers.get('x-real-ip') || 'unknown'
  return createHash('sha256').update(address).digest('hex').slice(0, 32)
}
