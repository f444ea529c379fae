import { expect, it } from 'vitest'
import { parseWrk } from './wrk.ts'

const report = `Running 2s test @ http://localhost:3100/
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency    10.51ms    2.11ms  60.13ms   91.23%
  Latency Distribution
     50%    9.98ms
     99%   18.40ms
  6100 requests in 2.00s, 300.10MB read
  Socket errors: connect 0, read 1, write 0, timeout 2
  Non-2xx or 3xx responses: 4
Requests/sec:   3049.62
Transfer/sec:    150.02MB
`

it('reads what wrk measured, in milliseconds, with every kind of failure', () => {
  expect(parseWrk(report)).toEqual({ requestsPerSecond: 3049.62, percentile99Ms: 18.4, errors: 7 })
  expect(parseWrk(report.replace('18.40ms', '1.20s ')).percentile99Ms).toBe(1200)
  expect(parseWrk(report.replace('18.40ms', '950.00us')).percentile99Ms).toBeCloseTo(0.95)
})

it('does not take anything else for a report', () => {
  expect(() => parseWrk('unable to connect to localhost')).toThrow(/unexpected/)
})
