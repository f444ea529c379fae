import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Runs at most `maxJobs` jobs at a time. They start in the order of the calls to `run`. */
export class ConcurrencyLimit {
  private freeSlots: number
  private readonly waitingJobs: (() => void)[] = []

  constructor(maxJobs: number) {
    this.freeSlots = maxJobs
  }

  async run<T>(job: () => Promise<T>): Promise<T> {
    if (this.freeSlots > 0) this.freeSlots -= 1
    else await new Promise<void>((resolve) => this.waitingJobs.push(resolve))
    try {
      return await job()
    } finally {
      const startNextJob = this.waitingJobs.shift()
      if (startNextJob) startNextJob()
      else this.freeSlots += 1
    }
  }
}

/** Renditions (transformed images) on disk. Concurrent requests for one rendition share its rendering. */
export class ImageCache {
  private readonly dir: string
  private readonly concurrencyLimit: ConcurrencyLimit
  private readonly renderings = new Map<string, Promise<Buffer>>()

  constructor(dir: string, concurrency: number) {
    this.dir = dir
    this.concurrencyLimit = new ConcurrencyLimit(concurrency)
  }

  /** Returns the rendition stored under `key` (a relative path), or else renders it and stores it if possible. */
  async get(key: string, render: () => Promise<Buffer>): Promise<Buffer> {
    const path = join(this.dir, key)
    const cached = await readFile(path).catch(() => undefined)
    if (cached) return cached
    const rendering =
      this.renderings.get(key) ?? this.concurrencyLimit.run(() => this.renderAndStore(path, render))
    this.renderings.set(key, rendering)
    try {
      return await rendering
    } finally {
      this.renderings.delete(key)
    }
  }

  private async renderAndStore(path: string, render: () => Promise<Buffer>): Promise<Buffer> {
    const bytes = await render()
    const temporaryPath = `${path}.${randomUUID()}`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(temporaryPath, bytes)
      await rename(temporaryPath, path)
    } catch {
      // The rendition could not be stored, for example on a full disk. The next request renders it again.
      await rm(temporaryPath, { force: true }).catch(() => {})
    }
    return bytes
  }

  /** Deletes the renditions below a relative path, by default all. */
  async clear(path = '.'): Promise<void> {
    await rm(join(this.dir, path), { recursive: true, force: true })
  }
}
