import { createHmac } from 'node:crypto'

/**
 * Computes the code that an authenticator app shows for a secret (RFC 6238, SHA-1, 30 seconds), independently of
 * the local Auth's implementation, so that tests can check that implementation.
 *
 * @param secret - in base32
 * @param aheadSeconds - how far the app's clock is ahead of this machine's
 */
export function computeAuthenticatorCode(secret: string, aheadSeconds = 0): string {
  const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let bits = ''
  for (const letter of secret) bits += base32Alphabet.indexOf(letter).toString(2).padStart(5, '0')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + aheadSeconds) / 30)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const offset = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
