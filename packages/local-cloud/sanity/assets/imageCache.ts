import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Runs at most `limit` jobs at a time, first in, first out. */
export class ConcurrencyLimit {
  private free: number
  private readonly waiting: (() => void)[] = []

  constructor(limit: number) {
    this.free = limit
  }

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

/** Renditions on disk. Concurrent requests share one rendering. */
export class ImageCache {
  private readonly dir: string
  private readonly limit: ConcurrencyLimit
  private readonly running = new Map<string, Promise<Buffer>>()

  constructor(dir: string, concurrency: number) {
    this.dir = dir
    this.limit = new ConcurrencyLimit(concurrency)
  }

  /** The rendition stored under `key` (a relative path), else the result of `render`, which is then stored. */
  async get(key: string, render: () => Promise<Buffer>): Promise<Buffer> {
    const path = join(this.dir, key)
    const found = await readFile(path).catch(() => undefined)
    if (found) return found
    const running = this.running.get(key) ?? this.limit.run(() => this.renderInto(path, render))
    this.running.set(key, running)
    try {
      return await running
    } finally {
      this.running.delete(key)
    }
  }

  private async renderInto(path: string, render: () => Promise<Buffer>): Promise<Buffer> {
    const bytes = await render()
    const temporary = `${path}.${randomUUID()}`
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(temporary, bytes)
      await rename(temporary, path)
    } catch {
      // Without room on disk, the next request renders it again.
      await rm(temporary, { force: true }).catch(() => {})
    }
    return bytes
  }

  async clear(under = '.'): Promise<void> {
    await rm(join(this.dir, under), { recursive: true, force: true })
  }
}
