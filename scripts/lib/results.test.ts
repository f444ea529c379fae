import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest, exitCode, readReport, single, sum, summaryLine } from './results.ts'

const vitest = (over: object = {}) => ({
  success: true,
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}, {}] }],
  ...over,
})

function reportFile(report: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json')
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
    expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 1 })
  })

  it('counts flaky browser tests and errors outside of tests as failed', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{}] }
    expect(countPlaywright(report)).toEqual({ passed: 4, failed: 3, skipped: 2 })
  })

  it('never passes a step whose runner failed, reported nothing or found no test', () => {
    expect(readReport(reportFile(vitest()), true, countVitest)).toEqual({ passed: 2, failed: 0, skipped: 0 })
    expect(readReport(reportFile(vitest()), false, countVitest)).toEqual({ passed: 2, failed: 1, skipped: 0 })
    const empty = vitest({ numPassedTests: 0, testResults: [] })
    expect(readReport(reportFile(empty), true, countVitest)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(readReport(reportFile('not json'), true, countVitest)).toEqual(single(false))
    expect(readReport('/nowhere/report.json', true, countVitest)).toEqual(single(false))
  })
})
