import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { exportDataset } from '@sanity/export'
import { isLoopback } from '@/lib/databaseConnection'
import { getProperty } from '@/lib/errorCode'
import { Problem } from './lib/command.ts'
import { inRoot } from './lib/paths.ts'
import { countDocuments, createAdminClient, importContent } from './lib/sanityClient.ts'
import {
  listAppliedMigrations,
  migrateDatabase,
  readSchema,
  withClient,
} from './provision/migrateDatabase.ts'
import { createDataset, findDataset } from './provision/sanityManagement.ts'
import { defineEnvironmentCommand, findOwnerUrl, type Settings } from './provision/settings.ts'

/** Returns a backup's file paths: Sanity's export, the statements that create the site's tables, and the rows. */
const listFiles = (folder: string) => ({
  archive: join(folder, 'content.tar.gz'),
  schema: join(folder, 'schema.sql'),
  rows: join(folder, 'rows.sql'),
})

/** Runs pg_dump or psql. The password is in the environment, since other users can read arguments. Throws a Problem. */
function runPostgres(program: string, url: string, ca: string | undefined, args: string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  const sslrootcert = ca ? join(folder, 'ca.pem') : 'system'
  if (ca) writeFileSync(sslrootcert, ca)
  const target = new URL(url)
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(target.password) }
  target.password = ''
  const isEncrypted = ca || !isLoopback(url)
  target.search = isEncrypted ? `sslmode=verify-full&sslrootcert=${encodeURIComponent(sslrootcert)}` : ''
  try {
    execFileSync(program, [...args, `--dbname=${target}`], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const missing = `${program} is missing: install the PostgreSQL client that matches the server's version.`
    throw new Problem(String(getProperty(error, 'stderr') ?? '').trim() || missing)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Writes the content, and the database if the site has one, into a new folder that only its owner can read.
 *
 * @throws Problem, or an error from a vendor or the file system; the folder is then removed
 */
export async function backUp(settings: Settings, folder: string): Promise<void> {
  const { archive, schema, rows } = listFiles(folder)
  const [url, ca] = [findOwnerUrl(settings), settings.DATABASE_CA]
  const client = createAdminClient(settings)
  mkdirSync(resolve(folder, '..'), { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  try {
    const assets = await client.fetch<number>('count(*[_type in ["sanity.imageAsset", "sanity.fileAsset"]])')
    const { documentCount, assetCount } = await exportDataset({
      client,
      dataset: settings.NEXT_PUBLIC_SANITY_DATASET,
      outputPath: archive,
      filterDocument: ({ _type }) => _type !== 'sanity.previewUrlSecret',
    })
    // The export only warns about an unreadable asset.
    if (assetCount !== assets)
      throw new Problem(`Only ${assetCount} of ${assets} pictures and files could be read: try again.`)
    console.log(`Content: ${documentCount} documents, ${assetCount} pictures and files.`)
    if (!url) return console.log('Database: skipped, since DATABASE_URL is missing.')
    writeFileSync(schema, await withClient(url, ca, readSchema))
    const tables = ['--table=public.*', '--table=supabase_migrations.schema_migrations']
    runPostgres('pg_dump', url, ca, ['--data-only', ...tables, `--file=${rows}`])
    console.log('Database: all rows saved.')
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

/**
 * Restores what a backup folder contains: the content into an empty dataset, which is created if missing, and the
 * tables into a database that has none of them. Then applies later migrations.
 *
 * @throws Problem; a target that is not empty is rejected before anything is written
 */
export async function restore(settings: Settings, folder: string): Promise<void> {
  const { archive, schema, rows } = listFiles(folder)
  const [url, ca] = [existsSync(rows) ? findOwnerUrl(settings) : undefined, settings.DATABASE_CA]
  const hasContent = existsSync(archive)
  if (!hasContent && !url) throw new Problem(`${folder} has no backup that this environment can restore.`)
  if (url && (await withClient(url, ca, listAppliedMigrations)).length)
    throw new Problem("The database already has the site's tables: restore into a new one, then provision.")
  if (hasContent) {
    if (!(await findDataset(settings))) await createDataset(settings)
    else if ((await countDocuments(settings)) > 0)
      throw new Problem(`The dataset "${settings.NEXT_PUBLIC_SANITY_DATASET}" is not empty: use a new one.`)
    console.log(`Content: ${await importContent(settings, createReadStream(archive), 'create')} documents.`)
  }
  if (!url) return
  const options = ['--no-psqlrc', '--set=ON_ERROR_STOP=1', '--single-transaction']
  runPostgres('psql', url, ca, [...options, `--file=${schema}`, `--file=${rows}`])
  await migrateDatabase(url, { ca })
  console.log('Database: all rows restored.')
}

const help = `npm run backup -- [<folder>] [--file <name>] saves the content and the database to a new <folder>, by default
backups/<dataset>-<time>.
npm run restore -- <folder> [--file <name>] restores a backup into an empty dataset and an empty database.`

/** Runs the command with the arguments of this process. package.json passes the first: backup or restore. */
export const run = defineEnvironmentCommand(help, async (settings, [command, name, ...others]) => {
  if (others.length) throw new Problem(`npm run ${command} takes one folder.`)
  if (command === 'restore' && name) return restore(settings, resolve(name))
  if (command === 'restore') throw new Problem('Which backup? Run npm run restore -- <folder>.')
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(name ?? inRoot('backups', `${settings.NEXT_PUBLIC_SANITY_DATASET}-${time}Z`))
  await backUp(settings, folder)
  console.log(`${folder} contains personal data: store it as docs/backups.md describes.`)
})
