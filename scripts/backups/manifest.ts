import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Problem } from '../lib/problem.ts'

const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/)

const contentSchema = z.object({
  project: z.string(),
  dataset: z.string(),
  /** Sanity's own export, beside the manifest. */
  file: z.string(),
  sha256: sha256Schema,
  assets: z.number(),
  /** A digest of each document and asset by id, releases excepted; without the attributes that an import changes. */
  documents: z.record(z.string(), z.string()),
})

const tableSchema = z.object({
  name: z.string(),
  /** The file beside the manifest, with a row as JSON on each line. */
  file: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  sha256: sha256Schema,
})

const databaseSchema = z.object({
  /** Versions of the applied migrations. */
  migrations: z.array(z.string()),
  /** In the order of insertion, referenced tables first. */
  tables: z.array(tableSchema),
})

const manifestSchema = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  content: contentSchema,
  /** Null where the site had no database. */
  database: databaseSchema.nullable(),
})

/** The dataset's part of a backup. */
export type ContentBackup = z.infer<typeof contentSchema>
/** A table's part of a backup. */
export type TableBackup = z.infer<typeof tableSchema>
/** The database's part of a backup. */
export type DatabaseBackup = z.infer<typeof databaseSchema>
/** The manifest of a backup, `manifest.json`. */
export type Manifest = z.infer<typeof manifestSchema>

/** The manifest's name in the folder of a backup. */
export const manifestFile = 'manifest.json'

/** Computes the SHA-256 of a file, in hexadecimal digits. */
export async function computeChecksum(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/**
 * Reads the manifest of a backup, and verifies its files.
 *
 * @param folder - the folder of a backup
 * @throws Problem when the manifest is missing or invalid, or one of its files is missing or changed
 */
export async function readManifest(folder: string): Promise<Manifest> {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8'))
  } catch {
    throw new Problem(`${folder} is no backup: it has no ${manifestFile} that can be read.`)
  }
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) throw new Problem(`${folder} has a ${manifestFile} that this version cannot read.`)
  const { content, database } = parsed.data
  for (const { file, sha256: expected } of [content, ...(database?.tables ?? [])]) {
    const actual = await computeChecksum(join(folder, file)).catch(() => undefined)
    if (actual === undefined) throw new Problem(`The backup is not complete: ${file} is missing.`)
    if (actual !== expected) throw new Problem(`The backup is damaged: ${file} is not what was written.`)
  }
  return parsed.data
}
