import { createHash, randomBytes } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../../config.ts'
import type { CorsOrigin } from '../origins.ts'
import type { Role } from '../types.ts'
import { type Account, createRobot, createUsers, ROBOTS } from './accounts.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS tokens (
    hash TEXT PRIMARY KEY, account_id TEXT NOT NULL, kind TEXT NOT NULL, created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sign_ins (
    hash TEXT PRIMARY KEY, account_id TEXT NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS key_values (
    account_id TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (account_id, key)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS cors_origins (
    id INTEGER PRIMARY KEY AUTOINCREMENT, origin TEXT NOT NULL UNIQUE, allow_credentials INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS robots (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT NULL, created_at TEXT NOT NULL
  ) STRICT;
`

/** The time within which the Studio must exchange the `sid` of a sign-in for a token. */
const signInLifetimeMs = 2 * 60_000

/** Only the hashes of tokens are stored, so that a copy of the database contains no usable token. */
function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

const createToken = (): string => `sk${randomBytes(48).toString('base64url')}`

/**
 * Stores the local project's sessions, tokens, preferences and allowed origins in SQLite. The open file is locked,
 * since two local clouds must not share a data folder. Writes survive a process crash, but not always a power failure.
 */
export class AccountStore {
  /** The database, which the webhook store also uses. */
  readonly db: DatabaseSync

  readonly users: readonly Account[]

  /** Opens or creates `file`. Throws a StartError when another process has it open. */
  constructor(file: string, userNames: Record<Role, string>) {
    this.users = createUsers(userNames)
    this.db = new DatabaseSync(file)
    try {
      this.db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
      this.db.exec(SCHEMA)
      this.db.prepare('DELETE FROM sign_ins WHERE expires_at < ?').run(Date.now())
    } catch (error) {
      this.db.close()
      if (error instanceof Error && error.message.includes('locked')) {
        throw new StartError(
          `Another local cloud is using ${file.replace(/\/[^/]*$/, '')}. Stop it, or change LOCAL_DATA_DIR.`,
        )
      }
      throw error
    }
  }

  /** Reads the added robots. Skips those with an unknown role. */
  private readRobots(): Account[] {
    return this.db
      .prepare('SELECT id, name, role FROM robots ORDER BY created_at')
      .all()
      .flatMap(({ id, name, role }) => {
        const userWithRole = this.users.find((candidate) => candidate.role === role)
        return userWithRole ? [createRobot(String(id), String(name), userWithRole.role)] : []
      })
  }

  listAccounts(): Account[] {
    return [...this.users, ...ROBOTS, ...this.readRobots()]
  }

  find(id: string): Account | undefined {
    return this.listAccounts().find((account) => account.id === id)
  }

  /** Stores the token that cloud.env has for a built-in robot. Deletes the robot's earlier token. */
  setRobotToken(accountId: string, token: string): void {
    const hashes = this.db
      .prepare("SELECT hash FROM tokens WHERE account_id = ? AND kind = 'robot'")
      .all(accountId)
      .map(({ hash }) => hash)
    if (hashes.length === 1 && hashes[0] === hashSecret(token)) return
    this.db.prepare("DELETE FROM tokens WHERE account_id = ? AND kind = 'robot'").run(accountId)
    this.insertToken(token, accountId, 'robot')
  }

  /** Creates a robot with its own token. */
  addRobot(name: string, role: Role): { robot: Account; token: string } {
    const robot = createRobot(`r-${randomBytes(6).toString('hex')}`, name, role)
    const token = createToken()
    this.db
      .prepare('INSERT INTO robots (id, name, role, created_at) VALUES (?, ?, ?, ?)')
      .run(robot.id, name, role, new Date().toISOString())
    this.insertToken(token, robot.id, 'made')
    return { robot, token }
  }

  /** `kind` is `robot` for a robot in cloud.env, `made` for an added robot, and `session` for a user. */
  private insertToken(token: string, accountId: string, kind: 'robot' | 'made' | 'session'): void {
    this.db
      .prepare('INSERT OR REPLACE INTO tokens (hash, account_id, kind, created_at) VALUES (?, ?, ?, ?)')
      .run(hashSecret(token), accountId, kind, new Date().toISOString())
  }

  createSession(accountId: string): string {
    const token = createToken()
    this.insertToken(token, accountId, 'session')
    return token
  }

  /** The account of a token; `undefined` for an unknown one. */
  identify(token: string): Account | undefined {
    const row = this.db.prepare('SELECT account_id FROM tokens WHERE hash = ?').get(hashSecret(token))
    return row && this.find(String(row.account_id))
  }

  /** Ends a session. Ignores the tokens of robots, since signing out of the Studio must not break the site. */
  revoke(token: string): void {
    this.db.prepare("DELETE FROM tokens WHERE hash = ? AND kind = 'session'").run(hashSecret(token))
  }

  /** Creates a single-use id for `finishSignIn`, valid for two minutes. */
  startSignIn(accountId: string): string {
    const sid = randomBytes(32).toString('base64url')
    this.db
      .prepare('INSERT INTO sign_ins (hash, account_id, expires_at) VALUES (?, ?, ?)')
      .run(hashSecret(sid), accountId, Date.now() + signInLifetimeMs)
    return sid
  }

  /** Returns the account id of a sign-in once; `undefined` for an unknown, used or expired `sid`. */
  finishSignIn(sid: string): string | undefined {
    const row = this.db
      .prepare('DELETE FROM sign_ins WHERE hash = ? RETURNING account_id, expires_at')
      .get(hashSecret(sid))
    if (typeof row?.account_id !== 'string' || Number(row.expires_at) < Date.now()) return undefined
    return row.account_id
  }

  getValue(accountId: string, key: string): unknown {
    const row = this.db
      .prepare('SELECT value FROM key_values WHERE account_id = ? AND key = ?')
      .get(accountId, key)
    return typeof row?.value === 'string' ? JSON.parse(row.value) : null
  }

  setValue(accountId: string, key: string, value: unknown): void {
    this.db
      .prepare('INSERT OR REPLACE INTO key_values (account_id, key, value) VALUES (?, ?, ?)')
      .run(accountId, key, JSON.stringify(value ?? null))
  }

  /** The origins that were added, oldest first. */
  listCorsOrigins(): CorsOrigin[] {
    return this.db
      .prepare('SELECT id, origin, allow_credentials, created_at FROM cors_origins ORDER BY id')
      .all()
      .map((row) => ({
        id: Number(row.id),
        origin: String(row.origin),
        allowCredentials: row.allow_credentials === 1,
        createdAt: String(row.created_at),
      }))
  }

  /** Adds an origin. Throws when it already exists. */
  addCorsOrigin(origin: string, allowCredentials: boolean): CorsOrigin {
    this.db
      .prepare('INSERT INTO cors_origins (origin, allow_credentials, created_at) VALUES (?, ?, ?)')
      .run(origin, allowCredentials ? 1 : 0, new Date().toISOString())
    const addedOrigin = this.listCorsOrigins().find((entry) => entry.origin === origin)
    if (!addedOrigin) throw new Error('The origin was not stored')
    return addedOrigin
  }

  removeCorsOrigin(id: number): boolean {
    return this.db.prepare('DELETE FROM cors_origins WHERE id = ?').run(id).changes > 0
  }

  close(): void {
    this.db.close()
  }
}
