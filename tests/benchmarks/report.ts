import { formatSeconds, type StepTime } from '../../scripts/lib/output.ts'
import type { FirstLoad } from './firstLoad.ts'
import type { MembershipLoad } from './membership.ts'
import type { Comparison } from './serving.ts'
import type { Load } from './wrk.ts'

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const ratio = (value: number, of: number) => (value / of).toFixed(value / of < 0.1 ? 3 : 2)

/** Pages a second and latency of requests: the site, beside the same site behind its proxy and nginx in the same run. */
export function servingTable(comparisons: readonly Comparison[]): string {
  const rate = (load?: Load) => load?.requestsPerSecond.toFixed(0) ?? '–'
  const late = (load?: Load) => (load ? `${load.percentile99Ms.toFixed(1)} ms` : '–')
  return table(
    [
      'page',
      ...['site, pages/s', 'through the proxy', 'times the site', 'nginx with files', 'site, of nginx'],
      ...['site, p99', 'proxy, p99', 'nginx, p99', 'failed'],
    ],
    comparisons.map(({ name, site, proxy, nginx }) => [
      name,
      rate(site),
      rate(proxy),
      ratio(proxy.requestsPerSecond, site.requestsPerSecond),
      rate(nginx),
      nginx ? ratio(site.requestsPerSecond, nginx.requestsPerSecond) : '–',
      late(site),
      late(proxy),
      late(nginx),
      String(site.errors + proxy.errors + (nginx?.errors ?? 0)),
    ]),
  )
}

/** Scores and times of first loads; each pair of lines is one page in the same run, with and without preparation. */
export function firstLoadTable(loads: readonly FirstLoad[]): string {
  const ms = (time: number) => `${Math.round(time)} ms`
  return table(
    [
      'page',
      'network',
      'performance / accessibility / best practices / SEO',
      'first paint',
      'largest paint',
      'blocking',
      'shift',
    ],
    loads.map(({ page, method, performance, others = [], firstPaint, largestPaint, blocking, shift }) => [
      page,
      method === 'simulate' ? 'simulated' : 'applied',
      [performance, ...others].join(' / '),
      ms(firstPaint),
      ms(largestPaint),
      ms(blocking),
      shift.toFixed(3),
    ]),
  )
}

/** Requests a second and latency of check-subscription, as multiples of the first mode in the same run. */
export function membershipTable(loads: readonly MembershipLoad[]): string {
  const first = loads[0]?.load
  return table(
    ['what', 'requests/s', 'ratio', 'p99', 'ratio', 'failed'],
    loads.map(({ name, load }) => [
      name,
      load.requestsPerSecond.toFixed(0),
      ratio(load.requestsPerSecond, first?.requestsPerSecond ?? Number.NaN),
      `${load.percentile99Ms.toFixed(1)} ms`,
      ratio(load.percentile99Ms, first?.percentile99Ms ?? Number.NaN),
      String(load.errors),
    ]),
  )
}

/** Durations of `up`'s steps from an empty folder and again, with the second as a share of the first. */
export function startTable({ first, again }: { first: StepTime[]; again: StepTime[] }): string {
  const getSeconds = (steps: StepTime[], name: string) => steps.find((step) => step.name === name)?.seconds
  const total = (steps: StepTime[]) => steps.reduce((sum, { seconds }) => sum + seconds, 0)
  const show = (seconds: number | undefined) => (seconds === undefined ? '–' : formatSeconds(seconds))
  return table(
    ['step', 'first', 'again'],
    [
      ...first.map(({ name, seconds }) => [name, show(seconds), show(getSeconds(again, name))]),
      ['all', show(total(first)), `${show(total(again))} (${ratio(total(again), total(first))})`],
    ],
  )
}
