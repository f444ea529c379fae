import { resolve } from 'node:path'
import { getDatabaseAccess, requireContentLakeAccess } from './backups/access.ts'
import { requireEmptyDataset, restoreContent } from './backups/content.ts'
import { readManifest } from './backups/manifest.ts'
import { requireEmptyDatabase, restoreDatabase } from './backups/tables.ts'
import { formatError, Problem } from './lib/problem.ts'
import { readSettings, runInEnvironment, type Settings } from './lib/settings.ts'

const parts = ['content', 'database'] as const
type Part = (typeof parts)[number]

const isPart = (name: string): name is Part => parts.some((part) => part === name)

/**
 * Restores a backup into the dataset and the database of the environment. The targets of the chosen parts have to be
 * empty, which is checked before anything is written. Afterwards all data is compared with the backup.
 *
 * @param settings - the site's environment, with an administrator's Sanity token, and the connection string of the
 *   tables' owner
 * @param folder - the folder of a backup
 * @param chosenParts - the parts to restore; by default both. The database is skipped if the backup has none
 * @returns a sentence for each restored part
 * @throws Problem when access to a target is missing, a target is not empty, or restored data differs from the backup
 */
export async function restore(
  settings: Settings,
  folder: string,
  chosenParts: readonly Part[] = parts,
): Promise<string[]> {
  const manifest = await readManifest(folder)
  const contentAccess = chosenParts.includes('content') ? requireContentLakeAccess(settings) : undefined
  const databaseBackup = chosenParts.includes('database') ? manifest.database : null
  const databaseAccess = databaseBackup ? getDatabaseAccess(settings) : undefined
  if (databaseBackup && !databaseAccess) {
    throw new Problem(
      'DATABASE_URL is missing, and the backup has a database: set it, or restore content alone.',
    )
  }
  if (databaseBackup && databaseAccess) await requireEmptyDatabase(databaseAccess, databaseBackup)
  if (contentAccess) await requireEmptyDataset(contentAccess)
  const restored: string[] = []
  if (contentAccess) {
    const count = await restoreContent(contentAccess, folder, manifest.content)
    restored.push(
      `Content: ${count} documents, pictures and files, equal to the backup of ${manifest.startedAt}.`,
    )
  }
  if (databaseBackup && databaseAccess) {
    const count = await restoreDatabase(databaseAccess, folder, databaseBackup)
    restored.push(`Database: ${count} rows of ${databaseBackup.tables.length} tables, equal to the backup.`)
  }
  return restored
}

/**
 * Runs `npm run restore` with the variables in `env`.
 *
 * @param args - `<folder> [content] [database]`
 * @returns the exit code
 */
export async function main(
  args: readonly string[],
  env: Record<string, string | undefined> = process.env,
): Promise<number> {
  try {
    const [folder, ...names] = args
    const chosenParts = names.filter(isPart)
    if (!folder || chosenParts.length < names.length) {
      throw new Problem('restore takes the folder of a backup, then content, database, or neither for both.')
    }
    const restored = await restore(
      readSettings(env),
      resolve(folder),
      chosenParts.length > 0 ? chosenParts : parts,
    )
    console.log(restored.join('\n'))
    return 0
  } catch (error) {
    console.error(formatError(error))
    return 1
  }
}

const help = `npm run restore -- <folder> [content] [database] [--file <name>] writes a backup, or one part of it, into an empty
dataset and an empty database.

  --file <name>  reads the environment of the site from this file; otherwise .env.production.local or .env.local`

/** Runs the command with the arguments of this process. */
export const run = (): Promise<void> => runInEnvironment(help, main)
