import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { getConnectionConfig } from '../../lib/databaseConnection.ts'
import { listAppliedMigrations, migrateDatabase } from '../lib/migrateDatabase.ts'
import { Problem } from '../lib/problem.ts'
import type { DatabaseBackup, TableBackup } from './manifest.ts'

/** The connection string of the owner of the tables, and the certificates of the server's authority in PEM. */
export type DatabaseAccess = { url: string; ca: string | undefined }

const rowsPerFetch = 2000

const quoteIdentifier = pg.escapeIdentifier

/** Runs an operation in one transaction, in UTC; an error rolls the transaction back. */
async function runInTransaction<Result>(
  { url, ca }: DatabaseAccess,
  mode: 'read only' | 'read write',
  operation: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(getConnectionConfig(url, ca))
  // The pending statement rejects when the connection breaks.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`begin isolation level repeatable read ${mode}`)
    // Makes row-level security raise an error instead of hiding rows.
    await client.query(
      `set local timezone = 'UTC'; set local row_security = off; set local statement_timeout = 0`,
    )
    const result = await operation(client)
    await client.query('commit')
    return result
  } finally {
    await client.end().catch(() => {})
  }
}

/** Lists the site's tables, each after the tables that it references. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; referenced: string[] }>(
    `select c.relname as name,
        array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
               where f.contype = 'f' and f.conrelid = c.oid and r.oid <> c.oid) as referenced
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`,
  )
  const ordered: string[] = []
  while (ordered.length < rows.length) {
    const next = rows.find(
      (table) => !ordered.includes(table.name) && table.referenced.every((name) => ordered.includes(name)),
    )
    if (!next) throw new Problem('Tables of the database reference each other in a circle.')
    ordered.push(next.name)
  }
  return ordered
}

/** Lists the columns of a table, without generated ones. */
async function listColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
      where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${quoteIdentifier(table)}`],
  )
  return rows.map(({ name }) => name)
}

/** Creates a statement that reads rows as JSON, ordered by their content. */
function createRowsQuery(table: string, columns: readonly string[]): string {
  const columnList = columns.map(quoteIdentifier).join(', ')
  return `select row_to_json(row)::text as line from (select ${columnList} from public.${quoteIdentifier(table)}) as row
    order by row_to_json(row)::text collate "C"`
}

/** Passes all rows to `writeLines` in batches, each row as a line of JSON. Returns the number and the digest of the rows. */
async function readRows(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  writeLines: (lines: string) => Promise<void> = async () => {},
): Promise<Pick<TableBackup, 'rows' | 'sha256'>> {
  const hash = createHash('sha256')
  let count = 0
  await client.query(`declare rows no scroll cursor for ${createRowsQuery(table, columns)}`)
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${rowsPerFetch} from rows`)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => `${line}\n`).join('')
    hash.update(lines)
    count += rows.length
    await writeLines(lines)
  }
  await client.query('close rows')
  return { rows: count, sha256: hash.digest('hex') }
}

async function backUpTable(client: pg.Client, name: string, folder: string): Promise<TableBackup> {
  const columns = await listColumns(client, name)
  const file = `${name}.ndjson`
  const output = createWriteStream(join(folder, file))
  const rowsSummary = await readRows(client, name, columns, async (lines) => {
    if (!output.write(lines)) await once(output, 'drain')
  })
  output.end()
  await once(output, 'finish')
  return { name, file, columns, ...rowsSummary }
}

/**
 * Writes each table of the site to a file, from one consistent snapshot.
 *
 * @throws Problem when the database has a sequence, which such files cannot contain
 */
export function backUpDatabase(access: DatabaseAccess, folder: string): Promise<DatabaseBackup> {
  return runInTransaction(access, 'read only', async (client) => {
    const { rows: sequences } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
    )
    if (sequences[0]) {
      throw new Problem(
        `The database has the sequence ${sequences[0].name}, which a backup cannot contain yet.`,
      )
    }
    const tables: TableBackup[] = []
    for (const name of await listTables(client)) tables.push(await backUpTable(client, name, folder))
    return { migrations: await listAppliedMigrations(client), tables }
  })
}

/**
 * Requires a database without the site's rows, and without migrations that the backup lacks.
 *
 * @throws Problem that names a table with rows, or the additional migrations
 */
export function requireEmptyDatabase(access: DatabaseAccess, backup: DatabaseBackup): Promise<void> {
  return runInTransaction(access, 'read only', async (client) => {
    for (const name of await listTables(client)) {
      const { rows } = await client.query(`select from public.${quoteIdentifier(name)} limit 1`)
      if (rows.length === 0) continue
      throw new Problem(`The database is not empty: there are rows in ${name}. Restore into a new one.`)
    }
    const backupVersions = new Set(backup.migrations)
    const newer = (await listAppliedMigrations(client)).filter((version) => !backupVersions.has(version))
    if (newer.length > 0) {
      throw new Problem(
        `The database has migrations that the backup did not have (${newer.join(', ')}): restore into one without tables.`,
      )
    }
  })
}

/**
 * Restores the rows of a backup into a database: migrates it to the backup's version, fills the tables in one
 * transaction, compares them with the backup, and applies later migrations.
 *
 * @returns the number of restored rows
 * @throws Problem when a restored table differs, or this version of the site lacks a migration of the backup; the
 *   transaction is then rolled back
 */
export async function restoreDatabase(
  access: DatabaseAccess,
  folder: string,
  backup: DatabaseBackup,
): Promise<number> {
  const { url, ca } = access
  await migrateDatabase(url, { ca, onlyVersions: new Set(backup.migrations) })
  const count = await runInTransaction(access, 'read write', async (client) => {
    const applied = new Set(await listAppliedMigrations(client))
    const missing = backup.migrations.filter((version) => !applied.has(version))
    if (missing.length > 0) {
      throw new Problem(
        `The backup is newer than this version of the site, which lacks the migrations ${missing.join(', ')}.`,
      )
    }
    let rows = 0
    for (const table of backup.tables) rows += await restoreTable(client, folder, table)
    return rows
  })
  await migrateDatabase(url, { ca })
  return count
}

async function restoreTable(client: pg.Client, folder: string, table: TableBackup): Promise<number> {
  const columnList = table.columns.map(quoteIdentifier).join(', ')
  const lines = readFileSync(join(folder, table.file), 'utf8').trimEnd()
  const target = `public.${quoteIdentifier(table.name)}`
  // One statement for all rows, since they may reference each other.
  await client.query(
    `insert into ${target} (${columnList}) overriding system value
       select ${columnList} from json_populate_recordset(null::${target}, $1::json)`,
    [`[${lines.split('\n').join(',')}]`],
  )
  const { rows, sha256 } = await readRows(client, table.name, table.columns)
  if (sha256 !== table.sha256) {
    throw new Problem(
      `The restored table ${table.name} differs from the backup: nothing was restored into the database.`,
    )
  }
  return rows
}
