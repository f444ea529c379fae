import { expect, it } from 'vitest'
import { parseRealArguments, parseTestArguments, parseUpArguments } from './arguments.ts'

it('up: reads its options', () => {
  expect(parseUpArguments([])).toEqual({ reset: false, dev: false, help: false, json: undefined })
  expect(parseUpArguments(['--reset', '--dev', '--json', 'times.json'])).toEqual({
    reset: true,
    dev: true,
    help: false,
    json: 'times.json',
  })
})

it('up: rejects an unknown option and names the valid ones, and rejects --json without a file', () => {
  expect(() => parseUpArguments(['--rest'])).toThrow(/Unknown option '--rest'\. The options are --reset/)
  expect(() => parseUpArguments(['--json'])).toThrow(/'--json <value>' argument missing/)
  expect(() => parseUpArguments(['--json', ''])).toThrow('--json needs the name of a file')
})

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

it('test:real: resolves paths from the folder of the caller', () => {
  const folder = import.meta.dirname
  expect(parseRealArguments(['--auth', 'ports.ts', '--migrations', 'm', 'signUp'], folder)).toEqual({
    help: false,
    authProgram: `${folder}/ports.ts`,
    migrations: `${folder}/m`,
    files: ['signUp'],
  })
  expect(parseRealArguments(['--help'], folder)).toMatchObject({ help: true })
})

it('test:real: explains in two sentences how to get the auth server, and rejects unknown options', () => {
  for (const args of [[], ['--auth', 'missing']])
    expect(() => parseRealArguments(args, '/')).toThrow(
      /^Pass the program[^!?]+image[^!?]+\. Or run "go build/,
    )
  expect(() => parseRealArguments(['--wrong'], '/')).toThrow(/--wrong/)
})
