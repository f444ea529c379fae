import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** Runs at most `limit` jobs at a time, the others in the order they came. */
export class Lanes {
  private free: number
  private readonly waiting: (() => void)[] = []

  /** `limit` is how many may run at once. */
  constructor(limit: number) {
    this.free = limit
  }

  /** Runs a job when it is its turn. */
  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1
    else await new Promise<void>((resolve) => this.waiting.push(resolve))
    try {
      return await job()
    } finally {
      const next = this.waiting.shift()
      if (next) next()
      else this.free += 1
    }
  }
}

/** What is kept on disk at most, by default. Bytes. */
const LIMIT = 1024 * 1024 * 1024
/** How much is left when it has become too much, as a share of the limit. */
const LEFT = 0.8
/** How often a picture that is asked for again is marked as used. Milliseconds. */
const MARK_EVERY = 60_000

type Kept = { size: number; used: number }

/**
 * Transformed pictures on disk: each is made once, however many ask for it at the same time. When there are too many,
 * those that nobody has asked for the longest go.
 */
export class ImageCache {
  private readonly dir: string
  private readonly limit: number
  private readonly lanes: Lanes
  private readonly running = new Map<string, Promise<Buffer>>()
  private readonly kept = new Map<string, Kept>()
  private size = 0
  private ready: Promise<void> | undefined

  /** `concurrency` is how many pictures may be transformed at once, `limit` what is kept on disk in bytes. */
  constructor(dir: string, concurrency: number, limit = LIMIT) {
    this.dir = dir
    this.limit = limit
    this.lanes = new Lanes(concurrency)
  }

  /** The picture kept under `key` (a relative path), made by `make` when it isn't there yet. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    this.ready ??= this.look()
    await this.ready
    const path = join(this.dir, key)
    const found = await readFile(path).catch(() => undefined)
    if (found) {
      await this.mark(key, path, found.byteLength)
      return found
    }
    const running = this.running.get(key)
    if (running) return running
    const made = this.lanes.run(async () => {
      const bytes = await make()
      // A picture that cannot be kept is made again for the next who asks.
      if (await this.write(path, bytes)) this.note(key, { size: bytes.byteLength, used: Date.now() })
      await this.tidy()
      return bytes
    })
    this.running.set(key, made)
    try {
      return await made
    } finally {
      this.running.delete(key)
    }
  }

  private note(key: string, entry: Kept): void {
    this.size += entry.size - (this.kept.get(key)?.size ?? 0)
    this.kept.set(key, entry)
  }

  private async mark(key: string, path: string, size: number): Promise<void> {
    const now = Date.now()
    if (now - (this.kept.get(key)?.used ?? 0) < MARK_EVERY) return
    this.note(key, { size, used: now })
    // Written down, so that the next run knows; a file that has just gone is nobody's loss.
    await utimes(path, now / 1000, now / 1000).catch(() => {})
  }

  /** Resolves to whether it could be written. */
  private async write(path: string, bytes: Buffer): Promise<boolean> {
    const temporary = `${path}.${randomUUID()}`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(temporary, bytes)
      await rename(temporary, path)
      return true
    } catch {
      await rm(temporary, { force: true }).catch(() => {})
      return false
    }
  }

  /** Finds what earlier runs have kept. */
  private async look(): Promise<void> {
    const entries = await readdir(this.dir, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const found = await stat(path).catch(() => undefined)
      if (found) this.note(relative(this.dir, path), { size: found.size, used: found.mtimeMs })
    }
  }

  private async tidy(): Promise<void> {
    if (this.size <= this.limit) return
    const oldest = [...this.kept].sort(([, a], [, b]) => a.used - b.used)
    for (const [key, { size }] of oldest) {
      if (this.size <= this.limit * LEFT) return
      this.kept.delete(key)
      this.size -= size
      await rm(join(this.dir, key), { force: true })
    }
  }

  /** Forgets what is kept below a relative path. */
  async clear(under = '.'): Promise<void> {
    await rm(join(this.dir, under), { recursive: true, force: true })
    for (const [key, { size }] of this.kept) {
      if (under !== '.' && !key.startsWith(`${under}/`)) continue
      this.kept.delete(key)
      this.size -= size
    }
  }
}
