import { expect, it } from 'vitest'
import { parseTestArguments } from './arguments.ts'

it('test: selects the steps of the depth by default, otherwise the named steps in their fixed order, and rejects others', () => {
  expect(parseTestArguments([])).toMatchObject({
    depth: 'core',
    steps: ['types', 'lint', 'fresh', 'unit', 'contract', 'browser'],
  })
  expect(parseTestArguments(['quick'])).toMatchObject({
    depth: 'quick',
    steps: ['types', 'lint', 'unit', 'browser'],
  })
  expect(parseTestArguments(['all'])).toMatchObject({
    depth: 'all',
    steps: ['types', 'lint', 'fresh', 'unit', 'contract', 'servers', 'cloud', 'browser'],
  })
  expect(parseTestArguments(['nightly']).steps).toEqual(parseTestArguments(['all']).steps)
  expect(parseTestArguments(['nightly'], true).steps).toContain('soak')
  expect(parseTestArguments(['unit', 'types'])).toMatchObject({ depth: 'core', steps: ['types', 'unit'] })
  expect(parseTestArguments(['unit', 'all'])).toMatchObject({ depth: 'all', steps: ['unit'] })
  expect(() => parseTestArguments(['units'])).toThrow(/"units" is not a step of the tests/)
})

it('test: passes arguments after -- to the browser tests, except --help, and selects from tests of every depth', () => {
  expect(parseTestArguments(['browser', '--', 'home', '--headed'])).toEqual({
    steps: ['browser'],
    depth: 'nightly',
    browserArguments: ['home', '--headed'],
    help: false,
  })
  expect(parseTestArguments(['browser', '--', 'home', '--help'])).toMatchObject({ steps: [], help: true })
})
