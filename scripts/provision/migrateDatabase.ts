import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { getConnectionConfig } from '../../lib/databaseConnection.ts'
import { Problem } from '../lib/command.ts'
import { inRoot } from '../lib/paths.ts'

/**
 * Connects to a database, runs an action, and returns the action's result.
 *
 * @param url - a `postgres://` connection string
 * @param ca - PEM certificates of the server's CA; by default the CAs that Node trusts
 */
export async function withClient<Result>(
  url: string,
  ca: string | undefined,
  action: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  // Long enough for a paused database to start.
  const client = new pg.Client({ ...getConnectionConfig(url, ca), connectionTimeoutMillis: 120_000 })
  // A broken connection also rejects the pending statement, so the error is reported there.
  client.on('error', () => {})
  try {
    await client.connect()
    return await action(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The id of the advisory lock that lets only one migration run at a time; an arbitrary constant. */
const migrationLockId = 471_100_502

const defaultFolder = inRoot('supabase', 'migrations')

function listMigrations(folder: string) {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return files.map((file) => {
    const [, version = '', name = ''] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (!version) throw new Problem(`${file} should be named like 20261121130000_what_it_does.sql.`)
    return { version, name, text: readFileSync(join(folder, file), 'utf8') }
  })
}

/** Creates, if missing, the table where the Supabase CLI records migrations, so that the CLI can apply later ones. */
const createMigrationTableStatement = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (
    version text primary key, statements text[], name text
  )`

/** Removes the comment lines of SQL. A migration's comments may be corrected after it has been applied. */
const removeComments = (sql: string): string => sql.replace(/^\s*--.*\n/gm, '')

/**
 * Applies the pending migrations of `supabase/migrations` in one transaction. Safe to repeat, and safe to run concurrently.
 *
 * @param url - a `postgres://` connection string for the tables' owner
 * @param options.folder - the folder of the migrations
 * @param options.ca - PEM certificates of the server's CA; by default the CAs that Node trusts
 * @returns the names of the migrations that this call applied
 * @throws Problem when a file has a wrong name or was changed after it had been applied; or the database's error
 */
export async function migrateDatabase(
  url: string,
  { folder = defaultFolder, ca }: { folder?: string; ca?: string | undefined } = {},
): Promise<string[]> {
  const migrations = listMigrations(folder)
  return withClient(url, ca, async (client) => {
    // If the commit is not reached, closing the connection rolls the transaction back.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLockId])
    await client.query(createMigrationTableStatement)
    const rows = await listAppliedMigrations(client)
    const applied: string[] = []
    for (const { version, name, text } of migrations) {
      const recorded = rows.find((row) => row.version === version)
      // The Supabase CLI records the statements of a file one by one; only a file recorded as one string can be compared.
      const [statement, ...others] = recorded?.statements ?? []
      if (statement !== undefined && !others.length && removeComments(statement) !== removeComments(text))
        throw new Problem(
          `The migration ${version}_${name} was changed after it had been applied: undo that, and write a new one. To start over locally, run npm run up -- --reset.`,
        )
      if (recorded) continue
      await client.query(text)
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
        [version, [text], name],
      )
      applied.push(`${version}_${name}`)
    }
    await client.query('commit')
    return applied
  })
}

type AppliedMigration = { version: string; statements: string[] | null }

/** Lists the applied migrations, in order; none in a new database. */
export async function listAppliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const query = 'select version, statements from supabase_migrations.schema_migrations order by version'
  try {
    return (await client.query<AppliedMigration>(query)).rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42P01') return []
    throw error
  }
}

/** Lists the names of a database's pending migrations. Writes nothing. */
export async function listPendingMigrations(client: pg.Client): Promise<string[]> {
  const versions = new Set((await listAppliedMigrations(client)).map(({ version }) => version))
  return listMigrations(defaultFolder).flatMap(({ version, name }) =>
    versions.has(version) ? [] : [`${version}_${name}`],
  )
}

/** Returns the applied migrations' statements, which recreate the tables. Throws a Problem if any were not recorded. */
export async function readSchema(client: pg.Client): Promise<string> {
  const statements = (await listAppliedMigrations(client)).flatMap(({ version, statements }) => {
    if (statements) return statements
    throw new Problem(
      `The database has no statements for migration ${version}, so a backup could not be restored.`,
    )
  })
  return [createMigrationTableStatement, ...statements].join('\n;\n')
}
