import { formatSeconds, type StepTime } from '../../scripts/lib/output.ts'
import type { FirstLoad } from './firstLoad.ts'
import type { MembershipLoad } from './membership.ts'
import type { Comparison } from './serving.ts'

function formatTable(headers: string[], rows: string[][]): string {
  const lines = [headers, headers.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Formats the throughput and latency of the site, and of the site behind its proxy, from the same run. */
export const formatServingTable = (comparisons: readonly Comparison[]): string =>
  formatTable(
    ['page', 'site, pages/s', 'site, p99', 'through the proxy, pages/s', 'proxy, p99'],
    comparisons.map(({ name, site, proxy }) => [
      name,
      ...[site, proxy].flatMap(({ requestsPerSecond, latencyPercentile99Ms }) => [
        requestsPerSecond.toFixed(0),
        `${latencyPercentile99Ms.toFixed(1)} ms`,
      ]),
    ]),
  )

/** Formats the scores and times of first loads. */
export function formatFirstLoadTable(loads: readonly FirstLoad[]): string {
  const formatMs = (milliseconds: number) => `${Math.round(milliseconds)} ms`
  return formatTable(
    [
      'page',
      'network',
      'performance / accessibility / best practices / SEO',
      'first paint',
      'largest paint',
      'blocking',
      'shift',
    ],
    loads.map((load) => [
      load.page,
      load.method === 'simulate' ? 'simulated' : 'throttled',
      [load.performanceScore, ...(load.otherScores ?? [])].join(' / '),
      formatMs(load.firstPaintMs),
      formatMs(load.largestPaintMs),
      formatMs(load.blockingMs),
      load.layoutShift.toFixed(3),
    ]),
  )
}

/** Formats the throughput and latency of requests about memberships. */
export function formatMembershipTable(loads: readonly MembershipLoad[]): string {
  return formatTable(
    ['request', 'requests/s', 'p99'],
    loads.map(({ name, load }) => [
      name,
      load.requestsPerSecond.toFixed(0),
      `${load.latencyPercentile99Ms.toFixed(1)} ms`,
    ]),
  )
}

/** Formats the durations of `up`'s steps. */
export function formatStartTable({
  firstStart,
  secondStart,
}: {
  firstStart: StepTime[]
  secondStart: StepTime[]
}): string {
  const findSeconds = (steps: StepTime[], name: string) => steps.find((step) => step.name === name)?.seconds
  const sumSeconds = (steps: StepTime[]) => steps.reduce((sum, { seconds }) => sum + seconds, 0)
  const format = (seconds: number | undefined) => (seconds === undefined ? '–' : formatSeconds(seconds))
  const [firstTotal, secondTotal] = [sumSeconds(firstStart), sumSeconds(secondStart)]
  return formatTable(
    ['step', 'first start', 'second start'],
    [
      ...firstStart.map(({ name, seconds }) => [
        name,
        format(seconds),
        format(findSeconds(secondStart, name)),
      ]),
      ['all', format(firstTotal), format(secondTotal)],
    ],
  )
}
