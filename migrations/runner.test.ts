import type { Mutation } from '@sanity/client'
import { describe, expect, it } from 'vitest'
import { migrations } from './index.ts'
import { runMigrations } from './runner.ts'
import type { ContentTarget, Migration, StoredDocument } from './types.ts'
import { schemaVersion } from './version.ts'

/** Content in memory, which understands just the mutations of these tests. */
function contentOf(...documents: Partial<StoredDocument>[]) {
  const stored = new Map<string, StoredDocument>()
  for (const document of documents) {
    const complete = { _id: 'siteSettings', _type: 'siteSettings', _rev: 'r1', ...document }
    stored.set(complete._id, complete)
  }
  const transactions: Mutation[][] = []
  const target: ContentTarget = {
    documents: async (filter) => [...stored.values()].filter(({ _type }) => filter.includes(`"${_type}"`)),
    commit: async (mutations) => {
      transactions.push(mutations)
      for (const mutation of mutations) {
        if (!('patch' in mutation) || !('id' in mutation.patch)) continue
        const document = stored.get(String(mutation.patch.id))
        if (document) Object.assign(document, mutation.patch.set)
      }
    },
  }
  return { target, transactions, version: (id = 'siteSettings') => stored.get(id)?.schemaVersion }
}

const migration = (version: number, plan: Migration['plan'] = async () => []): Migration => ({
  version,
  title: `To version ${version}`,
  plan,
})

const rename: Mutation = { patch: { id: 'offer', set: { name: 'Circle' } } }

async function run(target: ContentTarget, list: readonly Migration[], apply = true) {
  const lines: string[] = []
  const applied = await runMigrations({ target, migrations: list, apply, report: (line) => lines.push(line) })
  return { applied, report: lines.join('\n') }
}

describe('the migrations of this checkout', () => {
  it('count up from one, and end at the version that the code expects', () => {
    const versions = migrations.map(({ version }) => version)
    expect(versions).toEqual(versions.map((_, index) => index + 1))
    expect(versions.at(-1)).toBe(schemaVersion)
  })

  it('bring content without a version to the newest one', async () => {
    const content = contentOf({})
    expect((await run(content.target, migrations)).applied).toEqual(migrations.map(({ version }) => version))
    expect(content.version()).toBe(schemaVersion)
  })

  it('leave the seed alone', async () => {
    const content = contentOf({ schemaVersion })
    expect((await run(content.target, migrations)).report).toContain('Nothing to do.')
    expect(content.transactions).toEqual([])
  })
})

describe('the runner', () => {
  it('applies what is pending in order, each in one transaction with its version', async () => {
    const content = contentOf({ schemaVersion: 1 })
    const list = [migration(3), migration(1), migration(2, async () => [rename])]
    expect((await run(content.target, list)).applied).toEqual([2, 3])
    expect(content.transactions).toEqual([
      [rename, { patch: { id: 'siteSettings', set: { schemaVersion: 2 } } }],
      [{ patch: { id: 'siteSettings', set: { schemaVersion: 3 } } }],
    ])
  })

  it('lets a later migration see what an earlier one wrote', async () => {
    const content = contentOf({ schemaVersion: 0 })
    const seen: unknown[] = []
    const look = migration(2, async ({ documents }) => {
      seen.push((await documents('_type == "siteSettings"'))[0]?.schemaVersion)
      return []
    })
    await run(content.target, [migration(1), look])
    expect(seen).toEqual([1])
  })

  it('records the version in drafts and versions as well', async () => {
    const copies = ['siteSettings', 'drafts.siteSettings', 'versions.r1.siteSettings']
    const content = contentOf(...copies.map((_id) => ({ _id })))
    await run(content.target, [migration(1)])
    expect(copies.map((id) => content.version(id))).toEqual([1, 1, 1])
  })

  it('writes nothing unless it is told to, and says so', async () => {
    const content = contentOf({})
    const { applied, report } = await run(content.target, [migration(1, async () => [rename])], false)
    expect(applied).toEqual([1])
    expect(report).toContain('0001 To version 1 (1 change)')
    expect(report).toContain('Nothing was written')
    expect(content.transactions).toEqual([])
    expect(content.version()).toBeUndefined()
  })

  it('stops at a migration that fails, and keeps what was applied before', async () => {
    const content = contentOf({})
    const broken = migration(2, async () => {
      throw new Error('no such field')
    })
    await expect(run(content.target, [migration(1), broken, migration(3)])).rejects.toThrow('no such field')
    expect(content.version()).toBe(1)
  })

  it('does not count a version whose transaction was refused', async () => {
    const content = contentOf({})
    const refusing = { ...content.target, commit: () => Promise.reject(new Error('conflict')) }
    await expect(run(refusing, [migration(1)])).rejects.toThrow('conflict')
    expect(content.version()).toBeUndefined()
  })

  it('refuses content that is newer than the code', async () => {
    const content = contentOf({ schemaVersion: 9 })
    await expect(run(content.target, [migration(1)])).rejects.toThrow('newer than this code')
  })

  it('refuses an empty dataset', async () => {
    const content = contentOf({ _id: 'drafts.siteSettings' })
    await expect(run(content.target, [migration(1)])).rejects.toThrow('Load the seed first')
  })
})
