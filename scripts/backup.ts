import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { exportDataset } from '@sanity/export'
import { isLoopback } from '@/lib/databaseConnection'
import { Problem } from './lib/command.ts'
import { inRoot } from './lib/paths.ts'
import { createAdminClient } from './lib/sanityClient.ts'
import { listAppliedMigrations, withClient } from './provision/migrateDatabase.ts'
import {
  defineEnvironmentCommand,
  findOwnerUrl,
  requireContentLakeAccess,
  type Settings,
} from './provision/settings.ts'

/** The files of a backup: Sanity's export, the rows of the site's tables, and the versions of their migrations. */
export const backupFiles = { content: 'content.tar.gz', rows: 'rows.sql', migrations: 'migrations.json' }

/** Runs pg_dump or psql, without the password in its arguments, which other users can read. Throws a Problem. */
export function runPostgres(program: string, url: string, ca: string | undefined, args: string[]): void {
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
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr ?? '').trim() : ''
    throw new Problem(output || `${program} is missing: install PostgreSQL's client in the server's version.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Writes the content, and the database if the site has one, into a new folder that only its owner can read.
 *
 * @throws Problem, or an error of a vendor or the file system; the folder is then removed
 */
export async function backUp(settings: Settings, folder: string): Promise<void> {
  const [url, ca] = [findOwnerUrl(settings), settings.DATABASE_CA]
  const client = createAdminClient(requireContentLakeAccess(settings))
  mkdirSync(resolve(folder, '..'), { recursive: true })
  mkdirSync(folder, { mode: 0o700 })
  try {
    const assets = await client.fetch<number>('count(*[_type in ["sanity.imageAsset", "sanity.fileAsset"]])')
    const { documentCount, assetCount } = await exportDataset({
      client,
      dataset: settings.NEXT_PUBLIC_SANITY_DATASET,
      outputPath: join(folder, backupFiles.content),
      filterDocument: ({ _type }) => _type !== 'sanity.previewUrlSecret',
    })
    // The export only warns about an unreadable asset.
    if (assetCount !== assets)
      throw new Problem(`Only ${assetCount} of ${assets} pictures and files could be read.`)
    console.log(`Content: ${documentCount} documents, ${assetCount} pictures and files.`)
    if (!url) return console.log('Database: skipped, since DATABASE_URL is missing.')
    const migrations = await withClient(url, ca, listAppliedMigrations)
    writeFileSync(join(folder, backupFiles.migrations), JSON.stringify(migrations))
    runPostgres('pg_dump', url, ca, [
      '--data-only',
      '--schema=public',
      `--file=${join(folder, backupFiles.rows)}`,
    ])
    console.log('Database: every row.')
  } catch (error) {
    rmSync(folder, { recursive: true })
    throw error
  }
}

const help = `npm run backup -- [<folder>] [--file <name>] writes the content and the database into <folder>, which must be new;
without <folder>, into one below backups/ that is named after the dataset and the time.`

/** Runs the command with the arguments of this process. */
export const run = defineEnvironmentCommand(help, async (settings, [name]) => {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
  const folder = resolve(name ?? inRoot('backups', `${settings.NEXT_PUBLIC_SANITY_DATASET}-${time}Z`))
  await backUp(settings, folder)
  console.log(`${folder} holds personal data: docs/backups.md says where to keep it.`)
})
