import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ACTIONS } from '../sanity/actions.ts'
import { startTestCloud, type TestCloud } from './support/testCloud.ts'

let cloud: TestCloud
beforeAll(async () => {
  cloud = await startTestCloud()
})
afterAll(() => cloud.dispose())

/** The callers of endpoints: parts of this repository, the pages of the console, or a person with a browser. */
const CALLERS = ['site', 'studio', 'scripts', 'tests', 'console', 'person', 'none']

/** The callers of each endpoint or action, by service. */
const recorded = z
  .record(z.string(), z.record(z.string(), z.string()))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../testing/endpoints.json'), 'utf8')))

/** Each handler's method and path, without middleware, which has every method. */
function endpointsOf({ routes }: { routes: { method: string; path: string }[] }): string[] {
  const handlers = routes.filter(({ method }) => method !== 'ALL')
  // Names have no patterns of parameters.
  return handlers.map(({ method, path }) => `${method} ${path.replace(/\{[^/]*\}/g, '')}`)
}

// The first start of Auth creates a database, on a machine that may be busy.
test('endpoints.json lists exactly the served endpoints with their callers', {
  timeout: 120_000,
}, async () => {
  const { console, sanity, supabase, stripe, emailjs } = cloud.apps
  const auth = await cloud.auth.ready()
  const served = {
    console: endpointsOf(console),
    sanity: endpointsOf(sanity),
    'sanity actions': [...ACTIONS.keys()],
    supabase: [...endpointsOf(supabase), ...endpointsOf(auth.app)],
    stripe: endpointsOf(stripe),
    emailjs: endpointsOf(emailjs),
  }
  const sorted = (lists: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...new Set(list)].sort()]))
  const listed = Object.entries(recorded).map(([name, calls]) => [name, Object.keys(calls)])
  expect(sorted(served)).toEqual(sorted(Object.fromEntries(listed)))
  const callers = Object.values(recorded).flatMap((calls) => Object.values(calls))
  expect(callers.flatMap((text) => text.split(', ')).filter((name) => !CALLERS.includes(name))).toEqual([])
})
