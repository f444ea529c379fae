import { chmodSync, existsSync, readFileSync } from 'node:fs'
import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from 'jose'
import { z } from 'zod'
import { writePrivateFile } from '../../privateFile.ts'
import type { Clock } from '../clock.ts'

const algorithm = 'ES256'

const keySchema = z.object({
  kid: z.string(),
  privateJwk: z.looseObject({
    kty: z.literal('EC'),
    crv: z.string(),
    x: z.string(),
    y: z.string(),
    d: z.string(),
  }),
})
const fileSchema = z.object({ keys: z.array(keySchema).min(1) })
type Key = z.infer<typeof keySchema>

async function createKey(): Promise<Key> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const privateJwk = await exportJWK(privateKey)
  return keySchema.parse({ kid: await calculateJwkThumbprint(privateJwk), privateJwk })
}

/** The ES256 key that signs access tokens (https://supabase.com/docs/guides/auth/signing-keys). */
export class SigningKeys {
  private readonly key: Key
  private readonly clock: Clock

  private constructor(key: Key, clock: Clock) {
    this.key = key
    this.clock = clock
  }

  /** Reads the key in `file`, or creates one. Only the file's owner can read the file. */
  static async open(file: string, clock: Clock): Promise<SigningKeys> {
    if (!existsSync(file)) writePrivateFile(file, JSON.stringify({ keys: [await createKey()] }, null, 2))
    chmodSync(file, 0o600)
    const [key] = fileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).keys.slice(-1)
    if (!key) throw new Error(`${file} has no signing key`)
    return new SigningKeys(key, clock)
  }

  /** The public key as a JSON Web Key Set. */
  jwks(): { keys: JWK[] } {
    const { kty, crv, x, y } = this.key.privateJwk
    const usage = { alg: algorithm, ext: true, key_ops: ['verify'], use: 'sig' }
    return { keys: [{ ...usage, kid: this.key.kid, kty, crv, x, y }] }
  }

  /** Signs an access token with these claims. */
  async sign(claims: JWTPayload): Promise<string> {
    const { kid, privateJwk } = this.key
    const header = { alg: algorithm, kid, typ: 'JWT' }
    return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(privateJwk, algorithm))
  }

  /** Resolves to the claims of a valid, unexpired token. Rejects with jose's errors otherwise. */
  async verify(token: string): Promise<JWTPayload> {
    const { kty, crv, x, y } = this.key.privateJwk
    const publicKey = await importJWK({ kty, crv, x, y }, algorithm)
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: [algorithm],
      currentDate: this.clock(),
    })
    return payload
  }
}
