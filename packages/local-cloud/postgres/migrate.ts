import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../config.ts'
import type { Database } from './database.ts'

/** Any number, the same for everybody who migrates: only one does at a time. */
const LOCK = 471_100_501

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Applies the `.sql` files of a folder in the order of their names, each once, each in a transaction of its own.
 * `name` tells this folder's files from others'. Answers the names of those applied now. Throws a StartError when a
 * file that was applied has been changed since.
 */
export async function migrate(database: Database, name: string, folder: string): Promise<string[]> {
  await database.transaction(async (sql) => {
    await sql('select pg_advisory_xact_lock($1)', [LOCK])
    await sql('create schema if not exists local_cloud')
    await sql(`create table if not exists local_cloud.migrations (
      folder text not null,
      file text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (folder, file)
    )`)
  })
  const applied: string[] = []
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8')
    const isNew = await database.transaction(async (sql) => {
      await sql('select pg_advisory_xact_lock($1)', [LOCK])
      const [known] = await sql<{ checksum: string }>(
        'select checksum from local_cloud.migrations where folder = $1 and file = $2',
        [name, file],
      )
      if (known && known.checksum !== checksum(text)) {
        throw new StartError(
          `The migration ${file} of ${name} was changed after it had been applied: start with an empty data folder, or undo the change.`,
        )
      }
      if (known) return false
      await sql(text)
      await sql('insert into local_cloud.migrations (folder, file, checksum) values ($1, $2, $3)', [
        name,
        file,
        checksum(text),
      ])
      return true
    })
    if (isNew) applied.push(file)
  }
  return applied
}
