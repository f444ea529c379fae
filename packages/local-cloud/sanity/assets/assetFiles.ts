import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HttpError } from '../../http/errors.ts'

/** An uploaded file under a temporary name. */
export type ReceivedFile = { path: string; sha1: string; size: number }
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
  private readonly uploadDir: string

  /** Creates `dir` if it is missing. Deletes the files of interrupted uploads. */
  constructor(dir: string) {
    this.dir = dir
    this.uploadDir = join(dir, '~incoming')
    rmSync(this.uploadDir, { recursive: true, force: true })
    mkdirSync(this.uploadDir, { recursive: true })
  }

  /** The path of a stored file. `parseImageName` or `parseFileName` must have accepted `name`. */
  getPath(dataset: string, kind: AssetKind, name: string): string {
    return join(this.dir, dataset, kind, name)
  }

  /** Writes a request's body to disk and hashes it. Throws an HttpError: 413 above `limitBytes`, 400 without a body. */
  async receive(body: ReadableStream<Uint8Array> | null, limitBytes: number): Promise<ReceivedFile> {
    const path = join(this.uploadDir, randomUUID())
    const hash = createHash('sha1')
    const file = await open(path, 'wx', 0o600)
    let size = 0
    try {
      if (body) {
        for await (const chunk of body) {
          size += chunk.byteLength
          if (size > limitBytes)
            throw new HttpError(413, `Assets can be at most ${limitBytes / 1024 / 1024} MB`)
          hash.update(chunk)
          await file.writeFile(chunk)
        }
      }
      if (size === 0) throw new HttpError(400, 'The request has no body: send the file as the body')
      await file.sync()
    } catch (error) {
      await file.close()
      await rm(path, { force: true })
      throw error
    }
    await file.close()
    return { path, sha1: hash.digest('hex'), size }
  }

  /** Moves a received file to its served path. Once this resolves, the file survives a crash. */
  async store(received: ReceivedFile, dataset: string, kind: AssetKind, name: string): Promise<void> {
    const folder = join(this.dir, dataset, kind)
    mkdirSync(folder, { recursive: true })
    await rename(received.path, join(folder, name))
    await syncFolder(folder)
  }

  async discard(received: ReceivedFile): Promise<void> {
    await rm(received.path, { force: true })
  }

  async remove(dataset: string, kind: AssetKind, name: string): Promise<void> {
    await rm(this.getPath(dataset, kind, name), { force: true })
  }

  async clear(): Promise<void> {
    for (const name of readdirSync(this.dir).filter((entry) => entry !== '~incoming'))
      await rm(join(this.dir, name), { recursive: true, force: true })
  }
}
