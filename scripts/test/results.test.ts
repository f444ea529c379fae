import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { exitCode, readReport, single, sum, summaryLine } from './results.ts'

it('adds up the results of all steps into one line', () => {
  const total = sum([single(true), single(false), { passed: 5, failed: 1, skipped: 3 }])
  expect(summaryLine(total)).toBe('6 passed, 2 failed, 3 skipped')
})

it('has the exit code 1 when a test failed, when none passed, and on a build server when one was skipped', () => {
  expect(exitCode({ passed: 3, failed: 0, skipped: 0 }, true)).toBe(0)
  expect(exitCode({ passed: 3, failed: 1, skipped: 0 }, false)).toBe(1)
  expect(exitCode({ passed: 0, failed: 0, skipped: 0 }, false)).toBe(1)
  expect(exitCode({ passed: 3, failed: 0, skipped: 1 }, false)).toBe(0)
  expect(exitCode({ passed: 3, failed: 0, skipped: 1 }, true)).toBe(1)
})

const vitest = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 }
const playwright = { stats: { expected: 4, unexpected: 1, skipped: 2, flaky: 0 }, errors: [] }
const empty = { ...vitest, numPassedTests: 0, numPendingTests: 0, numTodoTests: 0 }

it.each([
  ['vitest’s counts', vitest, true, { passed: 2, failed: 0, skipped: 2 }],
  ['Playwright’s counts', playwright, false, { passed: 4, failed: 1, skipped: 2 }],
  ['a failure without a failed test', vitest, false, { passed: 2, failed: 1, skipped: 2 }],
  ['a report without tests', empty, true, { passed: 0, failed: 1, skipped: 0 }],
])('reads %s', (_, report, runnerPassed, counts) => {
  const file = join(createTemporaryFolder('report'), 'report.json')
  writeFileSync(file, JSON.stringify(report))
  expect(readReport(file, runnerPassed)).toEqual(counts)
})

it('lets a round of browser tests have no test', () => {
  const file = join(createTemporaryFolder('report'), 'report.json')
  writeFileSync(file, JSON.stringify(empty))
  expect(readReport(file, true, true)).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

it('counts a missing report as a failed test', () => {
  expect(readReport('/nowhere/report.json', true)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
