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
export function sum(parts: readonly Counts[]): Counts {
  const add = (name: keyof Counts) => parts.reduce((total, counts) => total + counts[name], 0)
  return { passed: add('passed'), failed: add('failed'), skipped: add('skipped') }
}

/** Formats the last line of `npm test`. */
export const summaryLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`

/** Returns 0 when tests passed, none failed, and on a build server none was skipped; otherwise 1. */
export function exitCode(counts: Counts, ci: boolean): 0 | 1 {
  if (counts.failed > 0 || counts.passed === 0) return 1
  return ci && counts.skipped > 0 ? 1 : 0
}

const vitestReport = z
  .object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
    numTodoTests: z.number(),
  })
  .transform(({ numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests }): Counts => {
    return { passed, failed, skipped: numPendingTests + numTodoTests }
  })

const playwrightReport = z
  .object({ stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }) })
  .transform(({ stats: { expected, unexpected, skipped } }): Counts => {
    return { passed: expected, failed: unexpected, skipped }
  })

/**
 * Reads the file of vitest's or Playwright's JSON reporter. Adds a failed test when the runner failed without one, as for a
 * file that cannot be loaded, reported nothing, or found no test, unless `mayBeEmpty` allows the last.
 *
 * @param file - absolute path of the report
 * @param runnerPassed - whether the runner's process ended with 0
 * @param options.mayBeEmpty - whether a report without tests may pass
 * @throws when the file has something else
 */
export function readReport(
  file: string,
  runnerPassed: boolean,
  options: { mayBeEmpty?: boolean } = {},
): Counts {
  if (!existsSync(file)) return single(false)
  const counts = z.union([vitestReport, playwrightReport]).parse(JSON.parse(readFileSync(file, 'utf8')))
  const hasTests = options.mayBeEmpty || counts.passed + counts.failed + counts.skipped > 0
  const isConsistent = hasTests && (runnerPassed || counts.failed > 0)
  return isConsistent ? counts : { ...counts, failed: counts.failed + 1 }
}
