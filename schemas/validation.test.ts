import type { Workspace } from 'sanity'
import { beforeAll, describe, expect, it } from 'vitest'
import { legalPages } from '@/lib/pages'
import { inadvisableContent, invalidContent } from '@/tests/support/invalidContent'
import { type SeedDocument, seedDocument, seedDocuments } from '@/tests/support/seedDocuments'
import { createTestWorkspace, listFindings } from '@/tests/support/workspace'

let workspace: Workspace
beforeAll(async () => {
  workspace = await createTestWorkspace()
})

describe('the seed', () => {
  it('has one document of each singleton type, and one for each legal page', () => {
    const types = workspace.schema
      .getTypeNames()
      .filter((name) => workspace.schema.get(name)?.type?.name === 'document' && !name.includes('.'))
    const singletons = types.filter((name) => !['legalPage', 'announcement', 'landingPage'].includes(name))
    expect(
      seedDocuments()
        .map((document) => document._id)
        .sort(),
    ).toEqual([...singletons, ...legalPages.map(({ document }) => document)].sort())
  })

  it.each(seedDocuments().map((document) => [document._id, document] as const))(
    'has a valid %s, without warnings',
    async (_id, document) => {
      expect(await listFindings(workspace, document)).toEqual([])
    },
  )
})

for (const [level, changes] of [
  ['error', invalidContent],
  ['warning', inadvisableContent],
] as const) {
  for (const [target, value, message, findingPath] of changes)
    it(`reports ${target} = ${JSON.stringify(value)?.slice(0, 80)} at level ${level}`, async () => {
      const [id = '', fieldPath = ''] = target.split(' ')
      const document = seedDocument(id)
      const path = setValue(document, fieldPath.split('.'), value)
      const findings = await listFindings(workspace, document, { findsUnknownFields: level === 'warning' })
      expect(findings).toContainEqual({
        level,
        path: findingPath ?? path,
        message: expect.stringMatching(message),
      })
    })
}

/**
 * Sets a value in a document. `undefined` removes the field or list item.
 *
 * @returns the path in the format of findings, with item keys: `images[x].alt`
 */
function setValue(document: SeedDocument, steps: readonly string[], value: unknown): string {
  const parent = steps.slice(0, -1).reduce<unknown>((item, step) => Reflect.get(Object(item), step), document)
  const lastStep = steps.at(-1) ?? ''
  if (value !== undefined) Reflect.set(Object(parent), lastStep, value)
  else if (Array.isArray(parent)) parent.splice(Number(lastStep), 1)
  else Reflect.deleteProperty(Object(parent), lastStep)

  let item: unknown = document
  const path = steps.map((step) => {
    item = Reflect.get(Object(item), step)
    return /^\d+$/.test(step) ? `[${Reflect.get(Object(item), '_key')}]` : `.${step}`
  })
  return path.join('').slice(1)
}
