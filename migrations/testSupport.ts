import { afterAll, beforeAll } from 'vitest'
import { startTestCloud, type TestCloud } from '../local/testing.ts'
import { readDocuments } from '../tests/support/content-variants/index.ts'
import { runMigrations } from './runner.ts'
import { contentTarget, migrationClient } from './target.ts'
import type { Migration } from './types.ts'

/** A document to write: what an editor had before a migration. */
type Content = { _id: string; _type: string; [field: string]: unknown }

/** A document of the seed, or an empty one. */
export const seeded = (id: string) => readDocuments().find(({ _id }) => _id === id) ?? Object.create(null)

/**
 * A content lake of the test file's own, to run one migration on.
 *
 * @returns `put` writes documents in one transaction, and `without` deletes some in it; `migrate` answers the versions
 * that were reached; `stored` reads a document
 */
export function lakeFor(migration: Migration) {
  let cloud: TestCloud
  beforeAll(async () => {
    cloud = await startTestCloud()
  })
  afterAll(() => cloud.dispose())
  return {
    async put(documents: readonly Content[], { without = [] }: { without?: readonly string[] } = {}) {
      const transaction = cloud.client(cloud.env.SANITY_API_WRITE_TOKEN).transaction()
      for (const id of without) transaction.delete(id)
      for (const document of documents) transaction.createOrReplace(document)
      await transaction.commit()
    },
    migrate: () =>
      runMigrations({
        target: contentTarget(migrationClient({ ...cloud.env })),
        migrations: [migration],
        apply: true,
        report: () => {},
      }),
    stored: (id: string) => cloud.lake.get('production')?.get(id),
  }
}
