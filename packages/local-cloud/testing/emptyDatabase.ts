import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

/** Returns the path of an empty PGlite database's archive, cached on this machine, since creating one takes seconds. */
export async function cacheEmptyDatabase(): Promise<string> {
  const file = join(tmpdir(), 'pglite-empty-0.5.14.tar')
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    const temporaryFile = `${file}.${process.pid}`
    writeFileSync(temporaryFile, Buffer.from(await dump.arrayBuffer()))
    renameSync(temporaryFile, file)
  }
  return file
}

/** Creates the empty database of a local cloud that has not started yet. Returns the data folder. */
export async function createEmptyDatabase(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'postgres')
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xf', await cacheEmptyDatabase(), '-C', folder], { stdio: 'ignore' })
  return dataDir
}
