import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sanityImport } from '@sanity/import'
import pg from 'pg'
import { z } from 'zod'
import { backupFiles, runPostgres } from './backup.ts'
import { Problem } from './lib/command.ts'
import { countDocuments, createAdminClient } from './lib/sanityClient.ts'
import { listAppliedMigrations, migrateDatabase, withClient } from './provision/migrateDatabase.ts'
import { createDataset, findDataset } from './provision/sanityManagement.ts'
import {
  defineEnvironmentCommand,
  findOwnerUrl,
  requireContentLakeAccess,
  type Settings,
} from './provision/settings.ts'

/** Requires a database without rows of the site, and without migrations that the backup lacks. Throws a Problem. */
async function requireEmptyDatabase(client: pg.Client, versions: readonly string[]): Promise<void> {
  const tables = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of tables.rows) {
    const { rowCount } = await client.query(`select from public.${pg.escapeIdentifier(name)} limit 1`)
    if (rowCount) throw new Problem(`The database is not empty: there are rows in ${name}.`)
  }
  const applied = await listAppliedMigrations(client)
  if (!applied.every((version) => versions.includes(version)))
    throw new Problem('The database has migrations that the backup did not have: name one without tables.')
}

/**
 * Restores the files that the folder of a backup has: the content into an empty dataset, which is created where it is
 * missing, and the rows into an empty database.
 *
 * @throws Problem, before anything is written when a target is not empty
 */
export async function restore(settings: Settings, folder: string): Promise<void> {
  const [archive, rows] = [join(folder, backupFiles.content), join(folder, backupFiles.rows)]
  const access = existsSync(archive) ? requireContentLakeAccess(settings) : undefined
  const [url, ca] = [existsSync(rows) ? findOwnerUrl(settings) : undefined, settings.DATABASE_CA]
  if (!access && !url) throw new Problem(`${folder} has no backup that this environment can restore.`)
  const versions: string[] = url
    ? z.array(z.string()).parse(JSON.parse(readFileSync(join(folder, backupFiles.migrations), 'utf8')))
    : []
  if (url) await withClient(url, ca, (client) => requireEmptyDatabase(client, versions))
  if (access) {
    if (!(await findDataset(access))) await createDataset(access)
    else if ((await countDocuments(access)) > 0)
      throw new Problem(`The dataset "${access.NEXT_PUBLIC_SANITY_DATASET}" is not empty: name a new one.`)
    const { numDocs, warnings } = await sanityImport(createReadStream(archive), {
      client: createAdminClient(access),
      operation: 'create',
      // They would require datasets that a new project does not have.
      skipCrossDatasetReferences: true,
    })
    if (warnings[0]) throw new Problem(`The content was not restored completely: ${warnings[0].message}`)
    console.log(`Content: ${numDocs} documents.`)
  }
  if (!url) return
  await migrateDatabase(url, { ca, onlyVersions: new Set(versions) })
  runPostgres('psql', url, ca, [
    '--no-psqlrc',
    '--set=ON_ERROR_STOP=1',
    '--single-transaction',
    `--file=${rows}`,
  ])
  await migrateDatabase(url, { ca })
  console.log('Database: every row.')
}

const help = `npm run restore -- <folder> [--file <name>] writes a backup into an empty dataset and an empty database.`

/** Runs the command with the arguments of this process. */
export const run = defineEnvironmentCommand(help, async (settings, [folder]) => {
  if (!folder) throw new Problem('restore takes the folder of a backup.')
  await restore(settings, resolve(folder))
})
