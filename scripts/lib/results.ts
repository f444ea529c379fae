import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The numbers of tests by result, for one step or all; notes name the failed ones. */
export type Counts = { passed: number; failed: number; skipped: number; notes?: readonly string[] }

/** Counts a step that is a single test, such as the type check. */
export function single(passed: boolean): Counts {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }
}

/** Adds up the counts of several steps. */
export function sum(parts: readonly Counts[]): Counts {
  return parts.reduce(
    (total, part) => ({
      passed: total.passed + part.passed,
      failed: total.failed + part.failed,
      skipped: total.skipped + part.skipped,
      notes: [...(total.notes ?? []), ...(part.notes ?? [])],
    }),
    { passed: 0, failed: 0, skipped: 0, notes: [] },
  )
}

/** Formats the last line of `npm test`. */
export function summaryLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}

/** Returns 0 when tests passed, none failed, and on a build server none was skipped; otherwise 1. */
export function exitCode(counts: Counts, ci: boolean): 0 | 1 {
  if (counts.failed > 0 || counts.passed === 0) return 1
  return ci && counts.skipped > 0 ? 1 : 0
}

const vitestReport = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  testResults: z.array(
    z.object({
      status: z.string(),
      name: z.string().default(''),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/**
 * Counts the tests in the report of vitest's JSON reporter. A file that could not be loaded is a failed test.
 *
 * @param report - the parsed report
 * @throws when it isn't such a report
 */
export function countVitest(report: unknown): Counts {
  const parsed = vitestReport.parse(report)
  const unloaded = parsed.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.length,
  )
  return {
    passed: parsed.numPassedTests,
    failed: parsed.numFailedTests + unloaded.length,
    skipped: parsed.numPendingTests + parsed.numTodoTests,
    notes: [
      ...unloaded.map((file) => `could not be loaded: ${file.name}`),
      ...parsed.testResults.flatMap((file) =>
        file.assertionResults
          .filter((test) => test.status === 'failed')
          .map((test) => `failed: ${file.name}: ${test.fullName}`),
      ),
    ],
  }
}

type Suite = {
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[]
  suites?: Suite[]
}

const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z
      .array(
        z.object({
          title: z.string(),
          file: z.string(),
          line: z.number(),
          tests: z.array(z.object({ status: z.string() })),
        }),
      )
      .optional(),
    suites: z.array(suite).optional(),
  }),
)

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(suite).default([]),
})

function listFailures({ specs = [], suites = [] }: Suite): string[] {
  const failures = specs.flatMap(({ title, file, line, tests }) =>
    tests.filter(({ status }) => status === 'unexpected').map(() => `failed: ${file}:${line}: ${title}`),
  )
  return [...failures, ...suites.flatMap(listFailures)]
}

/**
 * Counts the tests in the report of Playwright's JSON reporter; each error outside of a test counts as failed.
 *
 * @param report - the parsed report
 * @throws when it isn't such a report
 */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors, suites } = playwrightReport.parse(report)
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    notes: suites.flatMap(listFailures),
  }
}

/**
 * Reads a reporter's file. Adds a failed test when the runner failed without one, reported nothing, or found no test,
 * unless `mayBeEmpty` allows the last.
 *
 * @param file - absolute path of the report
 * @param runnerPassed - whether the runner's process ended with 0
 * @param count - counts the tests of a parsed report
 * @param options.mayBeEmpty - whether a report without tests may pass
 */
export function readReport(
  file: string,
  runnerPassed: boolean,
  count: (report: unknown) => Counts,
  options: { mayBeEmpty?: boolean } = {},
): Counts {
  let counts: Counts
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return single(false)
  }
  const hasTests = options.mayBeEmpty || counts.passed + counts.failed + counts.skipped > 0
  const isConsistent = hasTests && (runnerPassed || counts.failed > 0)
  return isConsistent ? counts : { ...counts, failed: counts.failed + 1 }
}
