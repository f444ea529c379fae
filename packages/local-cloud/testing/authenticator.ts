import { createHmac } from 'node:crypto'

/**
 * The code of an authenticator app for a secret, independent of the service's code (RFC 6238, SHA-1, 30 seconds).
 *
 * @param secret - in base32
 * @param aheadSeconds - the offset of the app's clock from this machine's
 */
export function authenticatorCode(secret: string, aheadSeconds = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  let bits = ''
  for (const letter of secret) bits += alphabet.indexOf(letter).toString(2).padStart(5, '0')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + aheadSeconds) / 30)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac[19] ?? 0) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
