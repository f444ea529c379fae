import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createMissingProgramError, findProgram, installWithApt } from './packages.ts'

/** The folder that has a folder for each version's programs, on Debian and derived distributions. */
const debianFolder = '/usr/lib/postgresql'

/** Homebrew's folders of the programs of version 17, which are not on the PATH. */
const homebrewFolders = ['/opt/homebrew', '/usr/local'].map((prefix) => `${prefix}/opt/postgresql@17/bin`)

/** The programs of a PostgreSQL server; absolute paths. */
export type PostgresPrograms = { initdb: string; postgres: string }

/** Finds an installed server: the newest of Debian's, Homebrew's 17, or one on the PATH; undefined without one. */
export function findPostgres(): PostgresPrograms | undefined {
  let versions: string[] = []
  try {
    versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a))
  } catch {
    // This system is not derived from Debian, or has no PostgreSQL.
  }
  const findServerProgram = (name: string) =>
    findProgram([
      ...versions.map((version) => join(debianFolder, version, 'bin', name)),
      ...homebrewFolders.map((folder) => join(folder, name)),
      name,
    ])
  const initdb = findServerProgram('initdb')
  const postgres = findServerProgram('postgres')
  return initdb && postgres ? { initdb, postgres } : undefined
}

/**
 * Returns the programs of a PostgreSQL server. Installs Debian's packages first when there is none.
 *
 * @param reportProgress - called with the current step
 * @throws Problem with the command that installs one, when none can be installed
 */
export async function ensurePostgres(reportProgress: (note: string) => void): Promise<PostgresPrograms> {
  const existing = findPostgres()
  if (existing) return existing
  reportProgress('installing PostgreSQL')
  await installWithApt(['postgresql', 'openssl'])
  const installed = findPostgres()
  if (installed) return installed
  throw createMissingProgramError('PostgreSQL', { apt: 'postgresql openssl', brew: 'postgresql@17' })
}
