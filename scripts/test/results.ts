import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** The numbers of tests by result, for one step or all. */
export type Counts = { passed: number; failed: number; skipped: number }

/** Counts a step that is a single test, such as the type check. */
export const single = (passed: boolean): Counts => ({
  passed: Number(passed),
  failed: Number(!passed),
  skipped: 0,
})

/** Adds up the counts of several steps. */
export const sum = (parts: readonly Counts[]): Counts =>
  parts.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )

/** Formats the last line of `npm test`. */
export const summaryLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** Returns 0 when tests passed, none failed, and on a build server none was skipped; otherwise 1. */
export const exitCode = ({ passed, failed, skipped }: Counts, ci: boolean): 0 | 1 =>
  failed > 0 || passed === 0 || (ci && skipped > 0) ? 1 : 0

const count = z.number()
const reportSchema = z.union([
  z
    .object({ numPassedTests: count, numFailedTests: count, numPendingTests: count, numTodoTests: count })
    .transform((report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    })),
  z
    .object({ stats: z.object({ expected: count, unexpected: count, skipped: count }) })
    .transform(({ stats }) => ({ passed: stats.expected, failed: stats.unexpected, skipped: stats.skipped })),
])

/**
 * Reads the file of vitest's or Playwright's JSON reporter. Adds a failed test when the runner failed without one, as for a
 * file that cannot be loaded, reported nothing, or found no test, unless `mayBeEmpty` allows the last.
 *
 * @param file - absolute path of the report
 * @param runnerPassed - whether the runner's process ended with 0
 * @throws when the file has something else
 */
export function readReport(file: string, runnerPassed: boolean, mayBeEmpty = false): Counts {
  if (!existsSync(file)) return single(false)
  const counts = reportSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const hasTests = mayBeEmpty || counts.passed + counts.failed + counts.skipped > 0
  const isConsistent = hasTests && (runnerPassed || counts.failed > 0)
  return isConsistent ? counts : { ...counts, failed: counts.failed + 1 }
}
