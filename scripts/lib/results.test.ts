import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { countPlaywright, countVitest, exitCode, readReport, single, sum, summaryLine } from './results.ts'

const createTestResult = (status: string) => ({ status, fullName: `a test that ${status}` })

const createVitestReport = (over: object = {}) => ({
  success: true,
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [
    { status: 'passed', assertionResults: [createTestResult('passed'), createTestResult('passed')] },
  ],
  ...over,
})

function writeReport(report: unknown): string {
  const file = join(createTemporaryFolder('report'), 'report.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  return file
}

describe('the results of all steps', () => {
  it('are added up into one line', () => {
    const total = sum([single(true), single(false), { passed: 5, failed: 1, skipped: 3 }])
    expect(summaryLine(total)).toBe('6 passed, 2 failed, 3 skipped')
  })

  it('have the exit code 1 when a test failed, when none passed, and on a build server when one was skipped', () => {
    expect(exitCode({ passed: 3, failed: 0, skipped: 0 }, true)).toBe(0)
    expect(exitCode({ passed: 3, failed: 1, skipped: 0 }, false)).toBe(1)
    expect(exitCode({ passed: 0, failed: 0, skipped: 0 }, false)).toBe(1)
    expect(exitCode({ passed: 3, failed: 0, skipped: 1 }, false)).toBe(0)
    expect(exitCode({ passed: 3, failed: 0, skipped: 1 }, true)).toBe(1)
  })
})

describe('reports', () => {
  it('counts a vitest file that could not be loaded as a failed test, and a test to do as skipped', () => {
    const report = createVitestReport({
      numTodoTests: 1,
      testResults: [{ status: 'failed', assertionResults: [] }],
    })
    expect(countVitest(report)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 1,
      notes: ['could not be loaded: '],
    })
  })

  it('names the vitest tests that failed', () => {
    const testResults = [
      { status: 'failed', name: 'some.test.ts', assertionResults: [createTestResult('failed')] },
    ]
    expect(countVitest(createVitestReport({ numFailedTests: 1, testResults })).notes).toEqual([
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

  it('counts a failure for a step whose runner failed, reported nothing or found no test', () => {
    expect(readReport(writeReport(createVitestReport()), true, countVitest)).toEqual({
      passed: 2,
      failed: 0,
      skipped: 0,
      notes: [],
    })
    expect(readReport(writeReport(createVitestReport()), false, countVitest)).toEqual({
      passed: 2,
      failed: 1,
      skipped: 0,
      notes: [],
    })
    const empty = createVitestReport({ numPassedTests: 0, testResults: [] })
    expect(readReport(writeReport(empty), true, countVitest)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      notes: [],
    })
    expect(readReport(writeReport('not json'), true, countVitest)).toEqual(single(false))
    expect(readReport('/nowhere/report.json', true, countVitest)).toEqual(single(false))
  })
})
