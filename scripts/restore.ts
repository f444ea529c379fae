import { resolve } from 'node:path'
import { getDatabaseAccess, requireContentLake } from './backups/access.ts'
import { requireEmptyDataset, restoreContent } from './backups/content.ts'
import { readManifest } from './backups/manifest.ts'
import { requireEmptyDatabase, restoreDatabase } from './backups/tables.ts'
import { explain, Problem } from './lib/problem.ts'
import { readSettings, runInEnvironment, type Settings } from './lib/settings.ts'

const parts = ['content', 'database'] as const
type Part = (typeof parts)[number]

const isPart = (name: string): name is Part => parts.some((part) => part === name)

/**
 * Restores a backup into the dataset and the database of the environment. Both have to be empty, which is checked before
 * anything is written. Afterwards all data is compared with the backup.
 *
 * @param settings - the site's environment, with the tokens of an administrator
 * @param folder - the folder of a backup
 * @param chosen - the parts to restore; by default both
 * @returns a sentence for each restored part
 * @throws Problem when something is in the way, or is not as it was
 */
export async function restore(
  settings: Settings,
  folder: string,
  chosen: readonly Part[] = parts,
): Promise<string[]> {
  const manifest = await readManifest(folder)
  const content = chosen.includes('content') ? requireContentLake(settings) : undefined
  const rows = chosen.includes('database') ? manifest.database : null
  const database = rows ? getDatabaseAccess(settings) : undefined
  if (rows && !database) {
    throw new Problem(
      'DATABASE_URL is missing, and the backup has a database: set it, or restore content alone.',
    )
  }
  if (rows && database) await requireEmptyDatabase(database, rows)
  if (content) await requireEmptyDataset(content)
  const done: string[] = []
  if (content) {
    const count = await restoreContent(content, folder, manifest.content)
    done.push(`Content: ${count} documents, pictures and files, each as it was at ${manifest.startedAt}.`)
  }
  if (rows && database) {
    const count = await restoreDatabase(database, folder, rows)
    done.push(`Database: ${count} rows of ${rows.tables.length} tables, each as it was.`)
  }
  return done
}

/** The command line: `npm run restore -- <folder> [content] [database] [--file <name>]`. Returns the exit code. */
export async function main(
  args: readonly string[],
  env: Record<string, string | undefined> = process.env,
): Promise<number> {
  try {
    const [folder, ...names] = args
    const chosen = names.filter(isPart)
    if (!folder || chosen.length < names.length) {
      throw new Problem('restore takes the folder of a backup, then content, database, or neither for both.')
    }
    const done = await restore(readSettings(env), resolve(folder), chosen.length > 0 ? chosen : parts)
    console.log(done.join('\n'))
    return 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

const help = `npm run restore -- <folder> [content] [database] [--file <name>] writes a backup, or one part of it, into an empty
dataset and an empty database.

  --file <name>  reads the environment of the site from this file; otherwise .env.production.local or .env.local`

/** The command, with the arguments of this process. */
export const run = (): Promise<void> => runInEnvironment(help, main)
