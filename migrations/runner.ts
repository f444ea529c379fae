import type { Mutation } from '@sanity/client'
import type { ContentTarget, Migration, StoredDocument } from './types.ts'

type RunOptions = {
  target: ContentTarget
  migrations: readonly Migration[]
  /** Writes when true; otherwise only says what would be written. */
  apply: boolean
  /** Takes the report, line by line. */
  report: (line: string) => void
}

/** `siteSettings` in all its copies: publishing a draft with an old version number would bring it back. */
const settingsFilter = '_type == "siteSettings"'

/**
 * Brings content to the newest version: every migration that it lacks, in order, each in one transaction
 * that also records the version. What was applied stays applied when a later one fails.
 *
 * @returns the versions that were (or would be) applied
 * @throws when there are no settings to record the version in, when the content is newer than the
 *   migrations, or when a migration fails
 */
export async function runMigrations({ target, migrations, apply, report }: RunOptions): Promise<number[]> {
  const ordered = [...migrations].sort((a, b) => a.version - b.version)
  const newest = ordered.at(-1)?.version ?? 0
  const current = await currentVersion(target)
  report(`The content has version ${current}; this code expects version ${newest}.`)
  if (current > newest) {
    throw new Error(
      `The content (version ${current}) is newer than this code (version ${newest}). Update the code.`,
    )
  }
  const pending = ordered.filter((migration) => migration.version > current)
  for (const migration of pending) await runOne(migration, { target, apply, report })
  report(summary(pending.length, apply))
  return pending.map((migration) => migration.version)
}

async function runOne(migration: Migration, { target, apply, report }: Omit<RunOptions, 'migrations'>) {
  const changes = await migration.plan(target)
  const settings = await target.documents(settingsFilter)
  report(
    `${String(migration.version).padStart(4, '0')} ${migration.title} (${countOf(changes.length, 'change')})`,
  )
  if (apply) await target.commit([...changes, ...settings.map((copy) => stamp(copy, migration.version))])
}

async function currentVersion(target: ContentTarget): Promise<number> {
  const settings = await target.documents(settingsFilter)
  const published = settings.find((copy) => copy._id === 'siteSettings')
  if (!published) throw new Error('There is no published “siteSettings” document. Load the seed first.')
  return typeof published.schemaVersion === 'number' ? published.schemaVersion : 0
}

function stamp(copy: StoredDocument, version: number): Mutation {
  return { patch: { id: copy._id, set: { schemaVersion: version } } }
}

function summary(count: number, apply: boolean): string {
  if (count === 0) return 'Nothing to do.'
  if (apply) return `Applied ${countOf(count, 'migration')}.`
  return `Nothing was written: run again with --apply to apply ${countOf(count, 'migration')}.`
}

function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
