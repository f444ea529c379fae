import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTemporaryFolder } from '../support/temporaryFolder.ts'
import { parseWrkReport, runWrk } from './wrk.ts'

const report = `Running 2s test @ http://localhost:3100/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency    10.51ms    2.11ms  60.13ms   91.23%
  Latency Distribution
     50%    9.98ms
     99%   18.40ms
  6100 requests in 2.00s, 300.10MB read
Requests/sec:   3049.62
Transfer/sec:    150.02MB
`

it('parses a wrk report, with the latency in milliseconds', () => {
  expect(parseWrkReport(report)).toEqual({
    requestsPerSecond: 3049.62,
    latencyPercentile99Ms: 18.4,
  })
  expect(parseWrkReport(report.replace('18.40ms', '1.20s ')).latencyPercentile99Ms).toBe(1200)
  expect(parseWrkReport(report.replace('18.40ms', '950.00us')).latencyPercentile99Ms).toBeCloseTo(0.95)
})

it('rejects a wrk report that lists failed requests', async () => {
  const withErrors = (lines: string) => report.replace('Requests/sec', `${lines}\nRequests/sec`)
  expect(() => parseWrkReport(withErrors('  Non-2xx or 3xx responses: 4'))).toThrow('4 requests failed:')
  const socketErrors = '  Socket errors: connect 0, read 1, write 0, timeout 2'
  expect(() => parseWrkReport(withErrors(socketErrors))).toThrow('3 requests failed:')
  const program = join(createTemporaryFolder('wrk'), 'wrk')
  writeFileSync(program, `#!/bin/sh\ncat <<'END'\n${withErrors(socketErrors)}END\n`, { mode: 0o755 })
  await expect(runWrk(program, '', { seconds: 1, headers: [] })).rejects.toThrow('3 requests failed:')
})

it('rejects a string that is not a wrk report', () => {
  expect(() => parseWrkReport('unable to connect to localhost')).toThrow(/not a report/)
})
