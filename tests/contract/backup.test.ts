import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backUp } from '../../scripts/backup.ts'
import { manifestFile } from '../../scripts/backups/manifest.ts'
import { migrateDatabase } from '../../scripts/lib/migrateDatabase.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { createAdminClient } from '../../scripts/lib/sanityClient.ts'
import { loadSeed, seedFolder } from '../../scripts/lib/seed.ts'
import { readSettings, type Settings } from '../../scripts/lib/settings.ts'
import { restore } from '../../scripts/restore.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

let folder: string
let clouds: RunningCloud[]
let source: Settings
let target: Settings

const createSettings = (cloud: RunningCloud): Settings =>
  readSettings({
    ...Object.fromEntries(
      Object.entries(cloud.env).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ),
    NEXT_PUBLIC_SITE_URL: `http://localhost:${cloud.portBase - 1}`,
    CRON_SECRET: 'a-secret-for-the-scheduler',
  })

const createDatasetClient = (settings: Settings): SanityClient =>
  createAdminClient({ ...settings, SANITY_API_WRITE_TOKEN: String(settings.SANITY_API_WRITE_TOKEN) })

/** Runs statements on a site's database and returns the rows of the last one. */
async function runSql(settings: Settings, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL })
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Reads all rows of a site's tables as the database serializes them. */
async function readAllRows(settings: Settings): Promise<Record<string, unknown[]>> {
  const tables = await runSql(
    settings,
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const rowsByTable: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    rowsByTable[String(name)] = await runSql(settings, `select t::text from public.${name} t order by 1`)
  }
  return rowsByTable
}

/** Reads the documents that a backup contains, with the bytes of assets, without attributes that an import rewrites. */
async function readAllDocuments(settings: Settings): Promise<unknown[]> {
  const documents = await createDatasetClient(settings).fetch<Record<string, unknown>[]>(
    '*[!(_id in path("_.**")) && _type != "sanity.previewUrlSecret"] | order(_id)',
  )
  return Promise.all(
    documents.map(async ({ _rev, _updatedAt, ...document }) => {
      if (typeof document.url !== 'string') return document
      const bytes = Buffer.from(await (await fetch(document.url)).arrayBuffer())
      const { _id, originalFilename, altText, sha1hash, size } = document
      return { _id, originalFilename, altText, sha1hash, size, bytes: bytes.toString('base64') }
    }),
  )
}

/** Copies a part of the seed with pictures, a video, the offer and a long text: the full seed would take a minute. */
function createSmallSeed(): string {
  const seedCopy = join(folder, 'seed')
  for (const name of ['images', 'files']) mkdirSync(join(seedCopy, name), { recursive: true })
  const wantedLines = /^{"_id":"(siteSettings|offer|studioPage|legalPage-terms)"/
  const text = readFileSync(join(seedFolder, 'content.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => wantedLines.test(line))
    .join('\n')
  writeFileSync(join(seedCopy, 'content.ndjson'), text)
  for (const [, file = ''] of text.matchAll(/"_sanityAsset":"\w+@file:\/\/\.\/([^"]+)"/g)) {
    copyFileSync(join(seedFolder, file), join(seedCopy, file))
  }
  return seedCopy
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'))
  clouds = await Promise.all([startLocalCloud(), startLocalCloud()])
  const [sourceCloud, targetCloud] = clouds
  if (!sourceCloud || !targetCloud) throw new Error('There should be two clouds.')
  source = createSettings(sourceCloud)
  target = createSettings(targetCloud)
  const contentLake = createDatasetClient(source)
  const access = { ...source, SANITY_API_WRITE_TOKEN: String(source.SANITY_API_WRITE_TOKEN) }
  await loadSeed(access, { dataDir: folder, folder: createSmallSeed() })
  const { _rev, ...page } = await contentLake.fetch<{ _id: string; _type: string; _rev: string }>(
    '*[_id == "studioPage"][0]',
  )
  const unused = await contentLake.assets.upload('image', readFileSync('public/icon-192.png'), {
    filename: 'nobody uses this.png',
  })
  await contentLake.patch(unused._id).set({ altText: 'A picture that no page shows' }).commit()
  await contentLake
    .transaction()
    .create({ ...page, _id: `drafts.${page._id}`, title: 'A draft that nobody has published' })
    .create({ _id: 'drafts.secret', _type: 'sanity.previewUrlSecret', secret: 'nobody may know this' })
    .create({ _id: 'versions.rXmas.announcement-1', _type: 'announcement', text: 'Of a release' })
    .commit()
  // The source has all migrations but the last, as when the backup is older than the code.
  const versions = readdirSync(inRoot('supabase', 'migrations')).map((file) => file.split('_')[0] ?? '')
  await migrateDatabase(String(source.DATABASE_URL), {
    onlyVersions: new Set(versions.toSorted().slice(0, -1)),
  })
  await runSql(
    source,
    `insert into customers (stripe_customer_id, user_id, email) values
       ('cus_1', gen_random_uuid(), E'quote"s, back\\\\slashes,\\nlines and ünïcode 🎙@example.com'), ('cus_2', null, null)`,
    `insert into subscriptions (stripe_subscription_id, stripe_customer_id, status, started_at, version, synced_at, next_amount)
       values ('sub_1', 'cus_1', 'active', '2026-11-01 01:30:00.123456-07', 9007199254740993, now(), 99700)`,
    `insert into consents (stripe_session_id, offer_revision, terms_version, intro, shown_at)
       select 'cs_' || n, 'r', 'v', n % 2 = 0, now() - n * interval '1 second' from generate_series(1, 4500) n`,
    // The later row has the lower key and references the earlier row, so the order of the restored rows matters.
    `insert into offer_changes (revision, terms_version, published_at, new_terms, stripe_price)
       values ('z', 'v1', now(), '{"introPrice": 99700, "none": null, "deep": [{"a": 1.50}]}', 'price_1')`,
    `insert into offer_changes (revision, follows, terms_version, published_at, old_terms, new_terms, stripe_price)
       values ('a', 'z', 'v2', now(), '{}', '{"introPrice": 104700}', 'price_2')`,
  )
})
afterAll(async () => {
  await Promise.all(clouds.map((cloud) => cloud.remove()))
  rmSync(folder, { recursive: true, force: true })
})

/** Counts the rows of each table in a backup. */
const countRows = ({ database }: Awaited<ReturnType<typeof backUp>>) =>
  Object.fromEntries((database?.tables ?? []).map(({ name, rows }) => [name, rows]))

const getErrorMessage = (promise: Promise<unknown>) => promise.then(String, (error: Error) => error.message)

test('every row, asset and document but preview secrets is restored into an empty dataset and database', async () => {
  const backupFolder = join(folder, 'first')
  const manifest = await backUp(source, backupFolder)
  expect(statSync(backupFolder).mode & 0o777).toBe(0o700)
  expect(manifest.content.documents).not.toHaveProperty('drafts.secret')
  expect(manifest.database?.tables.find(({ name }) => name === 'consents')?.rows).toBe(4500)

  expect(await restore(target, backupFolder)).toEqual([
    expect.stringMatching(/^Content: \d+ documents/),
    expect.stringMatching(/^Database: \d+ rows of \d+ tables/),
  ])
  // The restore has applied the later migrations. The source is migrated for the comparison.
  expect(await migrateDatabase(String(target.DATABASE_URL))).toEqual([])
  expect(await migrateDatabase(String(source.DATABASE_URL))).toHaveLength(1)
  const [documents, rows] = [await readAllDocuments(source), await readAllRows(source)]
  expect(documents.length).toBeGreaterThan(10)
  expect(await readAllDocuments(target)).toEqual(documents)
  expect(Object.keys(rows).length).toBeGreaterThan(10)
  expect(await readAllRows(target)).toEqual(rows)

  // A backup of the restored site has the same documents and numbers of rows.
  const secondManifest = await backUp(target, join(folder, 'second'))
  expect(secondManifest.content.documents).toEqual(manifest.content.documents)
  expect(countRows(secondManifest)).toMatchObject(countRows(manifest))
})

test('a restore into existing data, or of a damaged or incomplete backup or another format, is refused', async () => {
  const backupFolder = join(folder, 'first')
  expect(await getErrorMessage(restore(target, backupFolder))).toMatch(
    /^The database is not empty: there are rows in/,
  )
  expect(await getErrorMessage(restore(target, backupFolder, ['content']))).toMatch(
    /^The dataset "production" is not empty: it has \d+ documents\. Restore into a new one/,
  )
  const manifest = readFileSync(join(backupFolder, manifestFile), 'utf8')
  appendFileSync(join(backupFolder, 'consents.ndjson'), ' ')
  expect(await getErrorMessage(restore(target, backupFolder))).toBe(
    'The backup is damaged: consents.ndjson is not what was written.',
  )
  rmSync(join(backupFolder, 'consents.ndjson'))
  expect(await getErrorMessage(restore(target, backupFolder))).toBe(
    'The backup is not complete: consents.ndjson is missing.',
  )
  writeFileSync(join(backupFolder, manifestFile), manifest.replace('"format": 1', '"format": 2'))
  expect(await getErrorMessage(restore(target, backupFolder))).toContain('that this version cannot read')
  expect(await getErrorMessage(restore(target, folder))).toContain('is no backup')
})

test('a backup into an existing folder is refused, and one with an unreadable picture leaves no partial folder', async () => {
  expect(await getErrorMessage(backUp(source, join(folder, 'second')))).toMatch(
    /already exists: name another folder/,
  )
  const contentLake = createDatasetClient(source)
  const missingAsset = { _id: `image-${'0'.repeat(40)}-10x10-png`, _type: 'sanity.imageAsset' }
  await contentLake.create({
    ...missingAsset,
    url: `${source.NEXT_PUBLIC_SANITY_API_HOST}/images/local/production/${'0'.repeat(40)}-10x10.png`,
  })
  const backupFolder = join(folder, 'third')
  expect(await getErrorMessage(backUp(source, backupFolder))).toMatch(
    /^Of \d+ pictures and files only \d+ could be read/,
  )
  expect([existsSync(backupFolder), existsSync(`${backupFolder}.unfinished`)]).toEqual([false, false])
  await contentLake.delete(missingAsset._id)
})
