import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The measured performance of requests. `latencyPercentile99Ms` is the 99th percentile of their latency. */
export type Load = { requestsPerSecond: number; latencyPercentile99Ms: number }

const millisecondsPerUnit: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/**
 * Parses the report of `wrk --latency`.
 *
 * @throws when the text is not such a report, or a request failed
 */
export function parseWrkReport(report: string): Load {
  const rate = /^Requests\/sec:\s+([\d.]+)/m.exec(report)?.[1]
  const [, value, unit = ''] = /^\s+99%\s+([\d.]+)(us|ms|s|m)\s*$/m.exec(report) ?? []
  const unitMs = millisecondsPerUnit[unit]
  if (!rate || !value || !unitMs) throw new Error(`The output of wrk is not a report:\n${report}`)
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report)?.slice(1) ?? []
  const errorResponses = /Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? '0'
  const errorCount = [...socketErrors, errorResponses].reduce((sum, count) => sum + Number(count), 0)
  if (errorCount > 0) throw new Error(`${errorCount} requests failed:\n${report}`)
  return { requestsPerSecond: Number(rate), latencyPercentile99Ms: Number(value) * unitMs }
}

/**
 * Requests a URL for `options.seconds` over 32 connections.
 *
 * @param wrkPath - the path of the program
 * @param options.script - a Lua script for wrk that creates the requests; by default, the URL is requested with GET
 * @throws when wrk or a request fails
 */
export async function runWrk(
  wrkPath: string,
  url: string,
  options: { seconds: number; headers: string[]; script?: string },
): Promise<Load> {
  const headers = options.headers.flatMap((header) => ['-H', header])
  const folder = mkdtempSync(join(tmpdir(), 'wrk-'))
  const scriptFile = join(folder, 'requests.lua')
  if (options.script) writeFileSync(scriptFile, options.script)
  const scriptArgs = options.script ? ['-s', scriptFile] : []
  const args = [
    '--latency',
    '-t',
    '1',
    '-c',
    '32',
    '-d',
    `${options.seconds}s`,
    // By default, wrk counts a response that takes over two seconds as an error.
    '--timeout',
    '10s',
    ...headers,
    ...scriptArgs,
    url,
  ]
  try {
    return parseWrkReport((await promisify(execFile)(wrkPath, args)).stdout)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
