import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { countPlaywright, countVitest, exitCode, readReport, single, sum, summaryLine } from './results.ts'

const test = (status: string) => ({ status, fullName: `a test that ${status}` })

const vitest = (over: object = {}) => ({
  success: true,
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [test('passed'), test('passed')] }],
  ...over,
})

function reportFile(report: unknown): string {
  const file = join(createTemporaryFolder('report'), 'report.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  return file
}

describe('the summary', () => {
  it('adds up all steps into one line', () => {
    const total = sum([single(true), single(false), { passed: 5, failed: 1, skipped: 3 }])
    expect(summaryLine(total)).toBe('6 passed, 2 failed, 3 skipped')
  })

  it('fails when a test failed, when none ran, and on a build server when one was skipped', () => {
    expect(exitCode({ passed: 3, failed: 0, skipped: 0 }, true)).toBe(0)
    expect(exitCode({ passed: 3, failed: 1, skipped: 0 }, false)).toBe(1)
    expect(exitCode({ passed: 0, failed: 0, skipped: 0 }, false)).toBe(1)
    expect(exitCode({ passed: 3, failed: 0, skipped: 1 }, false)).toBe(0)
    expect(exitCode({ passed: 3, failed: 0, skipped: 1 }, true)).toBe(1)
  })
})

describe('reports', () => {
  it('counts a vitest file that could not be loaded as a failed test', () => {
    const report = vitest({ numTodoTests: 1, testResults: [{ status: 'failed', assertionResults: [] }] })
    expect(countVitest(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      notes: ['could not be loaded: '],
    })
  })

  it('names the tests that failed', () => {
    const testResults = [{ status: 'failed', name: 'some.test.ts', assertionResults: [test('failed')] }]
    expect(countVitest(vitest({ numFailedTests: 1, testResults })).notes).toEqual([
      'failed: some.test.ts: a test that failed',
    ])
  })

  it('names browser tests that failed, and counts errors outside of tests as failed', () => {
    const spec = (status: string) => ({ title: status, file: 'a.e2e.ts', line: 3, tests: [{ status }] })
    const report = {
      stats: { expected: 4, unexpected: 1, skipped: 2 },
      errors: [{}],
      suites: [{ specs: [spec('expected')], suites: [{ specs: [spec('unexpected')] }] }],
    }
    expect(countPlaywright(report)).toEqual({
      passed: 4,
      failed: 2,
      skipped: 2,
      notes: ['failed: a.e2e.ts:3: unexpected'],
    })
  })

  it('never passes a step whose runner failed, reported nothing or found no test', () => {
    expect(readReport(reportFile(vitest()), true, countVitest)).toEqual({
      passed: 2,
      failed: 0,
      skipped: 0,
      notes: [],
    })
    expect(readReport(reportFile(vitest()), false, countVitest)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      notes: [],
    })
    const empty = vitest({ numPassedTests: 0, testResults: [] })
    expect(readReport(reportFile(empty), true, countVitest)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      notes: [],
    })
    expect(readReport(reportFile('not json'), true, countVitest)).toEqual(single(false))
    expect(readReport('/nowhere/report.json', true, countVitest)).toEqual(single(false))
  })
})
