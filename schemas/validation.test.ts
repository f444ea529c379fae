import type { Workspace } from 'sanity'
import { beforeAll, describe, expect, it } from 'vitest'
import { hostileCases } from '@/tests/support/hostileCases'
import { hostileLinks } from '@/tests/support/hostileLinks'
import { hostileTexts } from '@/tests/support/hostileTexts'
import { type SeedDocument, seedDocument, seedDocuments } from '@/tests/support/seedDocuments'
import { createTestWorkspace, listFindings } from '@/tests/support/workspace'

let workspace: Workspace
beforeAll(async () => {
  workspace = await createTestWorkspace()
})

describe('the seed', () => {
  it('has one document of each singleton type, and both legal pages', () => {
    const types = workspace.schema
      .getTypeNames()
      .filter((name) => workspace.schema.get(name)?.type?.name === 'document' && !name.includes('.'))
    const singletons = types.filter((name) => !['legalPage', 'announcement', 'landingPage'].includes(name))
    expect(
      seedDocuments()
        .map((document) => document._id)
        .sort(),
    ).toEqual([...singletons, 'legalPage-terms', 'legalPage-privacy'].sort())
  })

  it.each(seedDocuments().map((document) => [document._id, document] as const))(
    '%s is valid without warnings',
    async (_id, document) => {
      expect(await listFindings(workspace, document)).toEqual([])
    },
  )
})

describe('reports invalid content with a message', () => {
  it.each(
    [...hostileCases, ...hostileLinks, ...hostileTexts].map((hostile) => [hostile.name, hostile] as const),
  )('%s', async (_name, hostile) => {
    const document = seedDocument(hostile.id)
    setValue(document, hostile.changedPath, hostile.value)
    const findings = await listFindings(workspace, document)
    expect(findings).toContainEqual({
      level: hostile.level ?? 'error',
      path: hostile.path,
      message: expect.stringMatching(hostile.message),
    })
  })
})

/** Sets a value in a document. The value undefined removes the field or list item. */
function setValue(document: SeedDocument, path: (string | number)[], value: unknown): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((container, key) => Reflect.get(Object(container), key), document)
  const lastKey = path.at(-1) ?? ''
  if (value !== undefined) Reflect.set(Object(parent), lastKey, value)
  else if (Array.isArray(parent)) parent.splice(Number(lastKey), 1)
  else Reflect.deleteProperty(Object(parent), lastKey)
}
