import { expect, it } from 'vitest'
import { parseTestArguments, parseUpArguments } from './arguments.ts'

it('up: reads its options', () => {
  expect(parseUpArguments([])).toEqual({ reset: false, dev: false, help: false, json: undefined })
  expect(parseUpArguments(['--reset', '--dev', '--json', 'times.json'])).toEqual({
    reset: true,
    dev: true,
    help: false,
    json: 'times.json',
  })
})

it('up: answers anything else with a sentence that names it and what there is', () => {
  expect(() => parseUpArguments(['--rest'])).toThrow(/"--rest" is not an option of up.*--reset/)
  expect(() => parseUpArguments(['--json'])).toThrow(/--json needs the name of a file/)
})

it('test: runs the parts of its depth by default, else the named ones in their order', () => {
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
  expect(parseTestArguments(['unit', 'types'])).toMatchObject({ depth: 'core', steps: ['types', 'unit'] })
  expect(parseTestArguments(['unit', 'all'])).toMatchObject({ depth: 'all', steps: ['unit'] })
  expect(() => parseTestArguments(['units'])).toThrow(/"units" is not a part of the tests/)
})

it('test: passes on what follows -- to the browser tests, and leaves none of them out', () => {
  expect(parseTestArguments(['browser', '--', 'home', '--headed'])).toEqual({
    steps: ['browser'],
    depth: 'all',
    browserArguments: ['home', '--headed'],
    help: false,
  })
})
