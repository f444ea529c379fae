import { createHmac, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../http/secrets.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const periodSeconds = 30

/** Base32 without padding (RFC 4648), the format that authenticator apps expect. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A new shared secret: 160 random bits in base32. */
export function createTotpSecret(): string {
  return toBase32(randomBytes(20))
}

/** The six-digit code for a secret (RFC 6238, SHA-1). `step` is the number of 30-second steps since the Unix epoch. */
export function computeTotpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Whether a code is valid now, or 30 seconds earlier or later, since clocks differ. */
export function isValidTotpCode(secret: string, code: string, now: Date): boolean {
  const step = Math.floor(now.getTime() / 1000 / periodSeconds)
  return [step - 1, step, step + 1].some((nearby) => isSameSecret(computeTotpCode(secret, nearby), code))
}

/** The URI in a QR code for authenticator apps (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function buildTotpUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const parameters = { algorithm: 'SHA1', digits: '6', issuer, period: String(periodSeconds), secret }
  return `otpauth://totp/${label}?${new URLSearchParams(parameters)}`
}
