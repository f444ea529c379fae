import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../config.ts'
import type { Database } from './database.ts'

/** An arbitrary key for the advisory lock that lets only one process migrate at a time. */
const lockKey = 471_100_501

/**
 * Applies the `.sql` files of a folder in the order of their names, each once and in its own transaction.
 *
 * @param name - the folder's name in the table of applied migrations
 * @throws StartError when an applied file has changed
 */
export async function migrate(database: Database, name: string, folder: string): Promise<void> {
  await database.transaction(async (sql) => {
    await sql('select pg_advisory_xact_lock($1)', [lockKey])
    await sql('create schema if not exists local_cloud')
    await sql(`create table if not exists local_cloud.migrations (
      folder text not null,
      file text not null,
      checksum text not null,
      applied_at timestamptz not null default now(),
      primary key (folder, file)
    )`)
  })
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  for (const file of files.sort()) {
    const script = readFileSync(join(folder, file), 'utf8')
    const checksum = createHash('sha256').update(script).digest('hex')
    await database.transaction(async (sql) => {
      await sql('select pg_advisory_xact_lock($1)', [lockKey])
      const [applied] = await sql<{ checksum: string }>(
        'select checksum from local_cloud.migrations where folder = $1 and file = $2',
        [name, file],
      )
      if (applied && applied.checksum !== checksum) {
        throw new StartError(
          `The applied migration ${file} of ${name} has changed: start with an empty data folder, or undo the change.`,
        )
      }
      if (applied) return
      await sql(script)
      await sql('insert into local_cloud.migrations (folder, file, checksum) values ($1, $2, $3)', [
        name,
        file,
        checksum,
      ])
    })
  }
}
