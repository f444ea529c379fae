import { expect, it } from 'vitest'
import { parseTestArguments } from './test.ts'

it('selects the named steps or groups of steps in order, and rejects unknown names', () => {
  const core = ['types', 'lint', 'fresh', 'unit', 'contract', 'browser']
  expect(parseTestArguments([])).toMatchObject({ depth: 'core', steps: core })
  const quick = ['types', 'lint', 'unit', 'browser']
  expect(parseTestArguments(['quick'])).toMatchObject({ depth: 'quick', steps: quick })
  const all = ['types', 'lint', 'fresh', 'unit', 'contract', 'servers', 'cloud', 'browser']
  expect(parseTestArguments(['all'])).toMatchObject({ depth: 'all', steps: all })
  expect(parseTestArguments(['nightly']).steps).toEqual(all)
  expect(parseTestArguments(['unit', 'types'])).toMatchObject({ depth: 'core', steps: ['types', 'unit'] })
  expect(parseTestArguments(['unit', 'all'])).toMatchObject({ depth: 'all', steps: ['unit'] })
  expect(() => parseTestArguments(['units'])).toThrow(/"units" is not a test step/)
})

it('with arguments for Playwright, selects from the browser tests of every depth', () => {
  const parsed = parseTestArguments(['browser'], ['home', '--headed'])
  expect(parsed).toEqual({ steps: ['browser'], depth: 'nightly', browserArguments: ['home', '--headed'] })
})
