import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** The cost of one hash. Memory in KiB. */
export type HashingCost = { memory: number; passes: number }

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html, argon2id. */
const recommended: HashingCost = { memory: 19_456, passes: 2 }

const stored = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes passwords with argon2id. */
export class PasswordHasher {
  private readonly cost: HashingCost

  /** Tests use a lower `cost`. */
  constructor(cost: HashingCost = recommended) {
    this.cost = cost
  }

  /** The PHC string of a password (https://github.com/P-H-C/phc-string-format). */
  async hash(password: string): Promise<string> {
    const { memory, passes } = this.cost
    const nonce = randomBytes(16)
    const parameters: Argon2Parameters = {
      message: password,
      nonce,
      parallelism: 1,
      tagLength: 32,
      memory,
      passes,
    }
    const tag = await derive('argon2id', parameters)
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`
  }

  /** Whether a password matches a stored hash; false without one. */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    const [, memory, passes, salt, digest] = stored.exec(hash ?? '') ?? []
    if (!salt || !digest) return false
    const tag = Buffer.from(digest, 'base64')
    const actual = await derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      parallelism: 1,
      tagLength: tag.length,
      memory: Number(memory),
      passes: Number(passes),
    })
    return timingSafeEqual(actual, tag)
  }
}
