import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { getDatabaseAccess, requireContentLakeAccess } from './backups/access.ts'
import { backUpContent } from './backups/content.ts'
import { type Manifest, manifestFile } from './backups/manifest.ts'
import { backUpDatabase } from './backups/tables.ts'
import { inRoot } from './lib/paths.ts'
import { formatError, Problem } from './lib/problem.ts'
import { readSettings, runInEnvironment, type Settings } from './lib/settings.ts'

/** Formats a time as a sortable name that is valid on every file system: `2027-03-14T02-30-00Z`. */
const formatFolderName = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/**
 * Writes the content, and the database if the site has one, into a new folder that only its owner can read.
 *
 * @param settings - the site's environment, with an administrator's Sanity token, and the connection string of the
 *   tables' owner
 * @param folder - must not exist; only a complete backup creates it
 * @returns the manifest of the backup
 * @throws Problem, or an error of a vendor or of the file system
 */
export async function backUp(settings: Settings, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new Problem(`${folder} already exists: name another folder.`)
  const contentLake = requireContentLakeAccess(settings)
  const database = getDatabaseAccess(settings)
  const unfinishedFolder = `${folder}.unfinished`
  mkdirSync(dirname(folder), { recursive: true })
  // Private from the start, since others may be able to read the folder around it.
  mkdirSync(unfinishedFolder, { mode: 0o700 })
  try {
    const startedAt = new Date().toISOString()
    const manifest: Manifest = {
      format: 1,
      startedAt,
      content: await backUpContent(contentLake, unfinishedFolder),
      database: database ? await backUpDatabase(database, unfinishedFolder) : null,
      finishedAt: new Date().toISOString(),
    }
    writeFileSync(join(unfinishedFolder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
    renameSync(unfinishedFolder, folder)
    return manifest
  } catch (error) {
    rmSync(unfinishedFolder, { recursive: true, force: true })
    throw error
  }
}

/** Runs `npm run backup -- [<folder>] [--file <name>]`, and returns the exit code. */
export async function main(
  args: readonly string[],
  env: Record<string, string | undefined> = process.env,
): Promise<number> {
  try {
    if (args.length > 1) throw new Problem('backup takes the name of one folder, or none.')
    const settings = readSettings(env)
    const folder = resolve(
      args[0] ?? inRoot('backups', `${settings.NEXT_PUBLIC_SANITY_DATASET}-${formatFolderName(new Date())}`),
    )
    const { content, database } = await backUp(settings, folder)
    console.log(
      [
        `Content: ${Object.keys(content.documents).length} documents, of which ${content.assets} are pictures and files.`,
        database
          ? `Database: ${database.tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${database.tables.length} tables.`
          : 'Database: left out, since DATABASE_URL is missing.',
        `${folder} holds personal data: docs/backups.md says where to keep it.`,
      ].join('\n'),
    )
    return 0
  } catch (error) {
    console.error(formatError(error))
    return 1
  }
}

const help = `npm run backup -- [<folder>] [--file <name>] writes the content and the database into <folder>, which must be new;
without <folder>, into one below backups/ that is named after the dataset and the time.

  --file <name>  reads the environment of the site from this file; otherwise .env.production.local or .env.local`

/** Runs the command with the arguments of this process. */
export const run = (): Promise<void> => runInEnvironment(help, main)
