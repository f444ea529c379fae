import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** The cost of one hash: the memory in KiB, and the number of passes over that memory. */
export type HashingCost = { memory: number; passes: number }

/** Recommended for argon2id: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const recommendedCost: HashingCost = { memory: 19_456, passes: 2 }

/** A hash as a PHC string: https://github.com/P-H-C/phc-string-format */
const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

const encodeWithoutPadding = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Hashes passwords with argon2id. */
export class PasswordHasher {
  private readonly cost: HashingCost

  /** Tests use a lower `cost`. */
  constructor(cost: HashingCost = recommendedCost) {
    this.cost = cost
  }

  /** Hashes a password with a random salt. Resolves to a PHC string. */
  async hash(password: string): Promise<string> {
    const { memory, passes } = this.cost
    const nonce = randomBytes(16)
    const parameters = { message: password, nonce, parallelism: 1, tagLength: 32, memory, passes }
    const tag = await derive('argon2id', parameters)
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${encodeWithoutPadding(nonce)}$${encodeWithoutPadding(tag)}`
  }

  /** Whether a password matches a stored hash. False without a hash. */
  async verify(password: string, hash: string | null | undefined): Promise<boolean> {
    const [, memory, passes, salt, digest] = phcPattern.exec(hash ?? '') ?? []
    if (!salt || !digest) return false
    const expected = Buffer.from(digest, 'base64')
    const actual = await derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      parallelism: 1,
      tagLength: expected.length,
      memory: Number(memory),
      passes: Number(passes),
    })
    return timingSafeEqual(actual, expected)
  }
}
