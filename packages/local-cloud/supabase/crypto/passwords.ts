import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { AuthError } from '../errors.ts'
import { Turnstile } from './turnstile.ts'

/** What one hash costs. Memory in KiB. */
export type HashingCost = { memory: number; passes: number }

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html, argon2id. */
const RECOMMENDED: HashingCost = { memory: 19_456, passes: 2 }
const TAG_LENGTH = 32
/** Half of libuv's four threads: files and name look-ups keep the others. */
const AT_ONCE = 2
const WAITING = 64
/** Hashes that came from elsewhere may not cost more than this. */
const MOST: HashingCost = { memory: 262_144, passes: 16 }

type Parsed = HashingCost & {
  algorithm: 'argon2i' | 'argon2id'
  parallelism: number
  salt: Buffer
  tag: Buffer
}

function parse(stored: string): Parsed | undefined {
  const parts =
    /^\$(argon2id?)\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]{11,88})\$([\w+/]{16,128})$/.exec(
      stored,
    )
  if (!parts) return undefined
  const [, algorithm, memory, passes, parallelism, salt = '', tag = ''] = parts
  return {
    algorithm: algorithm === 'argon2i' ? 'argon2i' : 'argon2id',
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function derive(algorithm: Parsed['algorithm'], parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(algorithm, parameters, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

/**
 * Hashes passwords with argon2id, few at a time: many sign-ins wait for each other, not everybody for them. When too
 * many wait already, the caller is asked to come back (503).
 */
export class PasswordHasher {
  private readonly turnstile = new Turnstile(AT_ONCE, WAITING)
  private readonly cost: HashingCost
  private decoy: Promise<string> | undefined
  /** How many hashes were worked out, true and decoy ones alike. */
  computed = 0

  /** `cost` replaces the recommended one; tests make it cheap. */
  constructor(cost: HashingCost = RECOMMENDED) {
    this.cost = cost
  }

  /** The PHC string to store for a password (https://github.com/P-H-C/phc-string-format). Throws a 503 AuthError. */
  async hash(password: string): Promise<string> {
    const { memory, passes } = this.cost
    const nonce = randomBytes(16)
    const message = password
    const tag = await this.run('argon2id', {
      message,
      nonce,
      parallelism: 1,
      tagLength: TAG_LENGTH,
      memory,
      passes,
    })
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`
  }

  /**
   * Whether a password belongs to a stored hash. Without a hash (no such account, or none with a password) it takes
   * as long, and the answer is no. Throws a 503 AuthError.
   */
  async verify(password: string, stored: string | null | undefined): Promise<boolean> {
    const known = stored ? parse(stored) : undefined
    this.decoy ??= this.hash('')
    const parsed = known ?? parse(await this.decoy)
    if (!parsed) return false
    const { algorithm, salt, tag, ...cost } = parsed
    const actual = await this.run(algorithm, {
      message: password,
      nonce: salt,
      tagLength: tag.length,
      ...cost,
    })
    return timingSafeEqual(actual, tag) && known !== undefined
  }

  /** Whether a hash that came from elsewhere can be verified here: an argon2 PHC string of a reasonable cost. */
  accepts(stored: string): boolean {
    const parsed = parse(stored)
    return (
      parsed !== undefined &&
      parsed.memory >= 8 * parsed.parallelism &&
      parsed.memory <= MOST.memory &&
      parsed.passes >= 1 &&
      parsed.passes <= MOST.passes &&
      parsed.parallelism >= 1
    )
  }

  private async run(algorithm: Parsed['algorithm'], parameters: Argon2Parameters): Promise<Buffer> {
    const leave = await this.turnstile.enter()
    if (!leave) throw new AuthError(503, 'request_timeout', 'Too many sign-ins at once, please try again')
    try {
      this.computed += 1
      return await derive(algorithm, parameters)
    } finally {
      leave()
    }
  }
}
