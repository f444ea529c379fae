import { expect, test } from 'vitest'
import { Dataset } from './dataset.ts'
import { applyMutations, mutate } from './mutations.ts'
import type { Identity } from './types.ts'
import { WorkingSet } from './workingSet.ts'

const editor: Identity = { id: 'e', name: 'Editor', email: '', roles: ['editor'] }

test('what a large transaction would break is looked at document by document, so that others get their turn', () => {
  const dataset = new Dataset({ name: 'production', file: ':memory:' })
  const ids = Array.from({ length: 100 }, (_, n) => `p${n}`)
  mutate(
    dataset,
    editor,
    ids.map((_id) => ({ create: { _id, _type: 'post' } })),
  )
  const set = new WorkingSet(dataset, editor)
  const steps = applyMutations(set, [{ delete: { id: ids } }])
  let count = 0
  while (!steps.next().done) count++
  // Once to delete it, and once more to see who refers to it.
  expect(count).toBeGreaterThanOrEqual(2 * ids.length)
})
