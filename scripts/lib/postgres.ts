import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, installWithApt, missingProgram } from './packages.ts'

/** The path of each version's programs on Debian and derived distributions. */
const debianFolder = '/usr/lib/postgresql'

/** Homebrew's path of a version's programs, which are not on the PATH. */
const homebrewFolders = ['/opt/homebrew', '/usr/local'].map((prefix) => `${prefix}/opt/postgresql@17/bin`)

/** The programs of a PostgreSQL server; absolute paths. */
export type PostgresPrograms = { initdb: string; postgres: string }

/** The newest server that is installed. */
export function findPostgres(): PostgresPrograms | undefined {
  let versions: string[] = []
  try {
    versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a))
  } catch {
    // Another system, or none is installed.
  }
  const named = (name: string) =>
    findProgram([
      ...versions.map((version) => join(debianFolder, version, 'bin', name)),
      ...homebrewFolders.map((folder) => join(folder, name)),
      name,
    ])
  const initdb = named('initdb')
  const postgres = named('postgres')
  return initdb && postgres ? { initdb, postgres } : undefined
}

/**
 * The programs of a PostgreSQL server, installed first from Debian's packages when there is none.
 *
 * @param progress - called with what it is waiting for
 * @throws Problem with the command that installs one, when there is no way to get one
 */
export async function ensurePostgres(progress: (note: string) => void): Promise<PostgresPrograms> {
  const present = findPostgres()
  if (present) return present
  progress('installing PostgreSQL')
  await installWithApt(['postgresql', 'openssl'])
  const installed = findPostgres()
  if (installed) return installed
  throw missingProgram('PostgreSQL', { apt: 'postgresql openssl', brew: 'postgresql@17' })
}
