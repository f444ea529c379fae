import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type CryptoKey,
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type Clock, unixSeconds } from '../clock.ts'

/** Where a key stands in its life: https://supabase.com/docs/guides/auth/signing-keys. */
export type KeyStatus = 'standby' | 'in_use' | 'previously_used' | 'revoked'
type StoredKey = { kid: string; status: KeyStatus; createdAt: string; privateJwk: JWK }
type Stored = { legacySecret: string; keys: StoredKey[] }

const ALGORITHM = 'ES256'
const TEN_YEARS = 10 * 365 * 86_400

function isStored(value: unknown): value is Stored {
  return (
    typeof value === 'object' &&
    value !== null &&
    'legacySecret' in value &&
    typeof value.legacySecret === 'string' &&
    'keys' in value &&
    Array.isArray(value.keys)
  )
}

/**
 * The ES256 keys that sign access tokens, and the secret of the legacy keys, in a file that only its owner reads.
 * Tokens of keys that were in use stay valid until the key is revoked.
 */
export class SigningKeys {
  private readonly file: string
  private readonly clock: Clock
  private readonly stored: Stored
  private readonly legacyKeys = new Map<string, Promise<string>>()

  private constructor(file: string, clock: Clock, stored: Stored) {
    this.file = file
    this.clock = clock
    this.stored = stored
  }

  /** Reads the keys in `file`, making them when it is missing. */
  static async open(file: string, clock: Clock): Promise<SigningKeys> {
    if (existsSync(file)) {
      const stored: unknown = JSON.parse(readFileSync(file, 'utf8'))
      if (!isStored(stored)) throw new Error(`${file} does not hold signing keys`)
      chmodSync(file, 0o600)
      return new SigningKeys(file, clock, stored)
    }
    const keys = new SigningKeys(file, clock, {
      legacySecret: randomBytes(32).toString('base64url'),
      keys: [],
    })
    await keys.rotate()
    return keys
  }

  /** The public halves of all keys that tokens may be signed with, the one in use first. */
  jwks(): { keys: JWK[] } {
    const shown = this.stored.keys.filter((key) => key.status !== 'revoked')
    const order: KeyStatus[] = ['in_use', 'standby', 'previously_used']
    shown.sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
    return {
      keys: shown.map(({ kid, privateJwk: { kty, crv, x, y } }) => ({
        alg: ALGORITHM,
        crv,
        ext: true,
        key_ops: ['verify'],
        kid,
        kty,
        use: 'sig',
        x,
        y,
      })),
    }
  }

  /** Every key's id and status, for people. */
  list(): { kid: string; status: KeyStatus; createdAt: string }[] {
    return this.stored.keys.map(({ kid, status, createdAt }) => ({ kid, status, createdAt }))
  }

  /** Adds a key that verifies already and signs after the next rotation. Answers its id. */
  async addStandby(): Promise<string> {
    const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
    const privateJwk = await exportJWK(privateKey)
    const kid = await calculateJwkThumbprint(privateJwk)
    this.stored.keys.push({ kid, status: 'standby', createdAt: this.clock().toISOString(), privateJwk })
    this.save()
    return kid
  }

  /** Signs with the standby key from now on (made when there is none). Answers its id. */
  async rotate(): Promise<string> {
    const kid = this.stored.keys.find((key) => key.status === 'standby')?.kid ?? (await this.addStandby())
    for (const key of this.stored.keys) {
      if (key.status === 'in_use') key.status = 'previously_used'
      if (key.kid === kid) key.status = 'in_use'
    }
    this.save()
    return kid
  }

  /** Refuses a key's tokens from now on. Throws when it is the one in use, or unknown. */
  revoke(kid: string): void {
    const key = this.stored.keys.find((candidate) => candidate.kid === kid)
    if (!key) throw new Error(`There is no signing key ${kid}`)
    if (key.status === 'in_use') throw new Error('The signing key in use cannot be revoked: rotate first')
    key.status = 'revoked'
    this.save()
  }

  /** An access token with these claims, signed by the key in use. */
  async sign(claims: JWTPayload): Promise<string> {
    const key = this.stored.keys.find((candidate) => candidate.status === 'in_use')
    if (!key) throw new Error('There is no signing key in use')
    const { kid, privateJwk } = key
    const privateKey = await importJWK(privateJwk, ALGORITHM)
    return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid, typ: 'JWT' }).sign(privateKey)
  }

  /**
   * The claims of a token that was signed here and isn't expired: by one of the ES256 keys, or with the legacy
   * secret. Throws jose's errors otherwise.
   */
  async verify(token: string): Promise<JWTPayload> {
    const { payload } = await jwtVerify(
      token,
      ({ alg, kid }) => {
        if (alg === 'HS256' && kid === undefined) return Buffer.from(this.stored.legacySecret)
        return this.publicKey(kid)
      },
      { algorithms: [ALGORITHM, 'HS256'], currentDate: this.clock() },
    )
    return payload
  }

  /** The legacy `anon` or `service_role` key: a token signed with the shared secret (HS256), good for ten years. */
  legacyKey(role: 'anon' | 'service_role'): Promise<string> {
    const known = this.legacyKeys.get(role)
    if (known) return known
    const made = unixSeconds(new Date(this.stored.keys[0]?.createdAt ?? 0))
    const key = new SignJWT({ iss: 'supabase', ref: 'local', role, iat: made, exp: made + TEN_YEARS })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .sign(Buffer.from(this.stored.legacySecret))
    this.legacyKeys.set(role, key)
    return key
  }

  private async publicKey(kid: string | undefined): Promise<CryptoKey> {
    const key = this.stored.keys.find((candidate) => candidate.kid === kid && candidate.status !== 'revoked')
    if (!key) throw new errors.JWKSNoMatchingKey()
    const { kty, crv, x, y } = key.privateJwk
    const imported = await importJWK({ kty, crv, x, y }, ALGORITHM)
    if (imported instanceof Uint8Array) throw new errors.JWKInvalid('An ES256 key is not a secret')
    return imported
  }

  private save(): void {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 })
    const temporary = `${this.file}.${process.pid}.tmp`
    writeFileSync(temporary, JSON.stringify(this.stored, null, 2), { mode: 0o600, flush: true })
    renameSync(temporary, this.file)
  }
}
