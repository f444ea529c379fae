import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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

/** Transformed pictures on disk: each is made once, however many ask for it at the same time. */
export class ImageCache {
  private readonly dir: string
  private readonly lanes: Lanes
  private readonly running = new Map<string, Promise<Buffer>>()

  /** `concurrency` is how many pictures may be transformed at once. */
  constructor(dir: string, concurrency: number) {
    this.dir = dir
    this.lanes = new Lanes(concurrency)
  }

  /** The picture kept under `key` (a relative path), made by `make` when it isn't there yet. */
  async get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const path = join(this.dir, key)
    const kept = await readFile(path).catch(() => undefined)
    if (kept) return kept
    const running = this.running.get(key)
    if (running) return running
    const made = this.lanes.run(async () => {
      const bytes = await make()
      await this.write(path, bytes)
      return bytes
    })
    this.running.set(key, made)
    try {
      return await made
    } finally {
      this.running.delete(key)
    }
  }

  private async write(path: string, bytes: Buffer): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    const temporary = `${path}.${randomUUID()}`
    await writeFile(temporary, bytes)
    await rename(temporary, path)
  }

  /** Forgets what is kept below a relative path. */
  async clear(under = '.'): Promise<void> {
    await rm(join(this.dir, under), { recursive: true, force: true })
  }
}
