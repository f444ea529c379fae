import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The results of wrk: requests a second, the 99th percentile of the latency in milliseconds, and failures. */
export type Load = { requestsPerSecond: number; percentile99Ms: number; errors: number }

const milliseconds: Record<string, number> = { us: 0.001, ms: 1, s: 1000, m: 60_000 }

/**
 * Parses the report of `wrk --latency`.
 *
 * @throws when the text is not such a report
 */
export function parseWrk(report: string): Load {
  const rate = /^Requests\/sec:\s+([\d.]+)/m.exec(report)?.[1]
  const [, value, unit = ''] = /^\s+99%\s+([\d.]+)(us|ms|s|m)\s*$/m.exec(report) ?? []
  const factor = milliseconds[unit]
  if (!rate || !value || !factor) throw new Error(`wrk said something unexpected:\n${report}`)
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(report)?.slice(1) ?? []
  const errorResponses = /Non-2xx or 3xx responses: (\d+)/.exec(report)?.[1] ?? '0'
  const errors = [...socketErrors, errorResponses].reduce((sum, count) => sum + Number(count), 0)
  return { requestsPerSecond: Number(rate), percentile99Ms: Number(value) * factor, errors }
}

/**
 * Requests a URL for some seconds from 32 connections.
 *
 * @param wrk - path of the program
 * @param options.script - a Lua script for wrk, for requests other than GET of that URL
 * @throws when wrk fails
 */
export function runWrk(
  wrk: string,
  url: string,
  options: { seconds: number; headers: string[]; script?: string },
): Promise<Load> {
  const headers = options.headers.flatMap((header) => ['-H', header])
  const folder = mkdtempSync(join(tmpdir(), 'wrk-'))
  const file = join(folder, 'requests.lua')
  if (options.script) writeFileSync(file, options.script)
  const script = options.script ? ['-s', file] : []
  const args = ['--latency', '-t', '1', '-c', '32', '-d', `${options.seconds}s`, ...headers, ...script, url]
  return new Promise((resolve, reject) => {
    execFile(wrk, args, (error, stdout) => {
      rmSync(folder, { recursive: true })
      if (error) reject(error)
      else resolve(parseWrk(stdout))
    })
  })
}
