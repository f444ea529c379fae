import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpError } from '../../http/errors.ts'

/** An upload that is on disk under a temporary name. */
export type Received = { path: string; sha1: string; size: number }
export type AssetKind = 'images' | 'files'

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** The uploaded files of all datasets, in one folder: `<dataset>/<images or files>/<name>`. */
export class AssetFiles {
  private readonly dir: string
  private readonly incoming: string

  /** Creates `dir` when it is missing, and removes what interrupted uploads left behind. */
  constructor(dir: string) {
    this.dir = dir
    this.incoming = join(dir, '~incoming')
    rmSync(this.incoming, { recursive: true, force: true })
    mkdirSync(this.incoming, { recursive: true })
  }

  /** Where a file is kept. `name` must come from `parseImageName` or `parseFileName`. */
  path(dataset: string, kind: AssetKind, name: string): string {
    return join(this.dir, dataset, kind, name)
  }

  /** Writes a request's body to disk, hashing it on the way. Throws a 413 HttpError beyond `limit` bytes. */
  async receive(body: ReadableStream<Uint8Array> | null, limit: number): Promise<Received> {
    const path = join(this.incoming, randomUUID())
    const hash = createHash('sha1')
    const file = await open(path, 'wx', 0o600)
    let size = 0
    try {
      if (body) {
        for await (const chunk of body) {
          size += chunk.byteLength
          if (size > limit) throw new HttpError(413, `Assets may have at most ${limit / 1024 / 1024} MB`)
          hash.update(chunk)
          await file.writeFile(chunk)
        }
      }
      if (size === 0) throw new HttpError(400, 'The request has no body: send the file itself')
      await file.sync()
    } catch (error) {
      await file.close()
      await rm(path, { force: true })
      throw error
    }
    await file.close()
    return { path, sha1: hash.digest('hex'), size }
  }

  /** Moves a received file to where it is served from. When this returns it survives a crash. */
  async keep(received: Received, dataset: string, kind: AssetKind, name: string): Promise<void> {
    const folder = join(this.dir, dataset, kind)
    mkdirSync(folder, { recursive: true })
    await rename(received.path, join(folder, name))
    await syncFolder(folder)
  }

  /** Forgets a received file. */
  async discard(received: Received): Promise<void> {
    await rm(received.path, { force: true })
  }

  /** Deletes one file. */
  async remove(dataset: string, kind: AssetKind, name: string): Promise<void> {
    await rm(this.path(dataset, kind, name), { force: true })
  }

  /** Deletes a dataset's files, or everybody's. */
  async clear(dataset?: string): Promise<void> {
    const names = dataset ? [dataset] : readdirSync(this.dir).filter((name) => name !== '~incoming')
    for (const name of names) await rm(join(this.dir, name), { recursive: true, force: true })
  }
}
