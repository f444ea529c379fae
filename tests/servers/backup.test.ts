import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningCloud, startLocalCloud } from 'local-cloud/testing/cloudProcess'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { backUp, restore } from '../../scripts/backup.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { createAdminClient } from '../../scripts/lib/sanityClient.ts'
import { migrateDatabase, withClient } from '../../scripts/provision/migrateDatabase.ts'
import type { Settings } from '../../scripts/provision/settings.ts'
import { createSettings as createCloudSettings } from '../contract/provision/support.ts'
import { type RealServer, startRealServer } from './postgres.ts'

vi.setConfig({ hookTimeout: 180_000, testTimeout: 300_000 })

const folder = mkdtempSync(join(tmpdir(), 'backups-'))
afterAll(() => rmSync(folder, { recursive: true }))

const createSettings = (cloud: RunningCloud, server: RealServer): Settings => ({
  ...createCloudSettings(cloud),
  DATABASE_URL: server.getConnectionString('owner', server.ownerPassword),
  DATABASE_CA: server.ca,
})

/** Starts the vendors and the database of a site. Returns the site's settings. */
async function startVendors(): Promise<Settings> {
  const [cloud, server] = [await startLocalCloud(), await startRealServer()]
  afterAll(() => Promise.all([cloud.remove(), server.close()]))
  return createSettings(cloud, server)
}
const [source, target] = [await startVendors(), await startVendors()]

const runSql = (settings: Settings, statement: string) =>
  withClient(String(settings.DATABASE_URL), settings.DATABASE_CA, async (client) => {
    const { rows } = await client.query<Record<string, unknown>>(statement)
    return rows
  })

/** Reads all rows of a site's tables as the database serializes them. */
async function readAllRows(settings: Settings): Promise<Record<string, unknown[]>> {
  const tables = await runSql(settings, `select tablename as name from pg_tables where schemaname = 'public'`)
  const rowsByTable: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    rowsByTable[String(name)] = await runSql(settings, `select t::text from public.${name} t order by 1`)
  }
  return rowsByTable
}

/** Reads the documents that a backup includes, with the assets' bytes, but without fields that an import rewrites. */
async function readAllDocuments(settings: Settings): Promise<unknown[]> {
  const documents = await createAdminClient(settings).fetch<Record<string, unknown>[]>(
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

beforeAll(async () => {
  const contentLake = createAdminClient(source)
  const picture = await contentLake.assets.upload('image', readFileSync('public/icon-192.png'), {
    filename: 'unused picture.png',
  })
  // @sanity/import 7.0.4 ignores an asset's metadata if it is the only asset, so a second one is uploaded.
  await contentLake.assets.upload('file', readFileSync('seed/files/tour.vtt'), { filename: 'tour.vtt' })
  await contentLake.patch(picture._id).set({ altText: 'A picture that no page shows' }).commit()
  await contentLake
    .transaction()
    .create({
      _id: 'aboutPage',
      _type: 'aboutPage',
      title: 'About',
      image: { asset: { _type: 'reference', _ref: picture._id } },
    })
    .create({ _id: 'drafts.aboutPage', _type: 'aboutPage', title: 'Unpublished “words”\nof an editor 🎙' })
    .create({ _id: 'drafts.secret', _type: 'sanity.previewUrlSecret', secret: 'secret' })
    .commit()
  // The source has all migrations but the last, as when the backup is older than the code.
  const migrations = join(folder, 'migrations')
  cpSync(inRoot('supabase', 'migrations'), migrations, { recursive: true })
  rmSync(join(migrations, readdirSync(migrations).toSorted().at(-1) ?? ''))
  await migrateDatabase(String(source.DATABASE_URL), { ca: source.DATABASE_CA, folder: migrations })
  await runSql(
    source,
    `insert into customers (stripe_customer_id, user_id, email) values
       ('cus_1', gen_random_uuid(), E'quote"s, back\\\\slashes,\\nlines and ünïcode 🎙@example.com'), ('cus_2', null, null);
     insert into subscriptions (stripe_subscription_id, stripe_customer_id, status, started_at, amount_due, synced_at, next_amount)
       values ('sub_1', 'cus_1', 'active', '2026-11-01 01:30:00.123456-07', 9007199254740993, now(), 99700);
     insert into consents (stripe_session_id, offer_revision, intro, shown_at, terms)
       values ('cs_1', 'r', true, now(), '{"introPrice": 99700, "none": null, "deep": [{"a": 1.50}]}')`,
  )
})

test('every row, asset and document is restored, and a non-empty target is refused', async () => {
  const backupFolder = join(folder, 'first')
  await backUp(source, backupFolder)
  expect(statSync(backupFolder).mode & 0o777).toBe(0o700)
  await restore(target, backupFolder)
  // The restore has applied the last migration. The source is migrated for the comparison.
  expect(await migrateDatabase(String(target.DATABASE_URL), { ca: target.DATABASE_CA })).toEqual([])
  expect(await migrateDatabase(String(source.DATABASE_URL), { ca: source.DATABASE_CA })).toHaveLength(1)
  const [documents, rows] = [await readAllDocuments(source), await readAllRows(source)]
  expect(documents).toHaveLength(4)
  expect(await readAllDocuments(target)).toEqual(documents)
  expect(Object.keys(rows).length).toBeGreaterThan(10)
  expect(await readAllRows(target)).toEqual(rows)

  await expect(restore(target, backupFolder)).rejects.toThrow('The database already has the site')
  rmSync(join(backupFolder, 'rows.sql'))
  await expect(restore(target, backupFolder)).rejects.toThrow('The dataset "production" is not empty')
  await expect(restore(target, folder)).rejects.toThrow('has no backup')
})

test('a backup into an existing folder is refused, and a failed backup leaves no folder behind', async () => {
  await expect(backUp(source, folder)).rejects.toThrow('file already exists')
  const name = `${'0'.repeat(40)}-10x10`
  const url = `${source.NEXT_PUBLIC_SANITY_API_HOST}/images/local/production/${name}.png`
  await createAdminClient(source).create({ _id: `image-${name}-png`, _type: 'sanity.imageAsset', url })
  const backupFolder = join(folder, 'second')
  await expect(backUp(source, backupFolder)).rejects.toThrow(/^Only 2 of 3 pictures and files could be read/)
  expect(existsSync(backupFolder)).toBe(false)
})
