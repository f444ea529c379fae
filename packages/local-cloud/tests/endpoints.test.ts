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

/**
 * The possible callers of an endpoint: parts of this repository (except this package's tests), the console's pages, a
 * person with a browser, or none.
 */
const CALLERS = ['site', 'studio', 'scripts', 'tests', 'console', 'person', 'none']

/** The callers of each endpoint or action, keyed by service. */
const callersByService = z
  .record(z.string(), z.record(z.string(), z.string()))
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../testing/endpoints.json'), 'utf8')))

/** Lists the method and path of each handler. Middleware, which has the method ALL, is omitted. */
function listEndpoints({ routes }: { routes: { method: string; path: string }[] }): string[] {
  const handlers = routes.filter(({ method }) => method !== 'ALL')
  // Omits the patterns of path parameters.
  return handlers.map(({ method, path }) => `${method} ${path.replace(/\{[^/]*\}/g, '')}`)
}

test('endpoints.json lists exactly the served endpoints, with known callers', async () => {
  const { console, sanity, supabase, stripe, emailjs } = cloud.apps
  const auth = await cloud.auth.ready()
  const served = {
    console: listEndpoints(console),
    sanity: listEndpoints(sanity),
    'sanity actions': [...ACTIONS.keys()],
    supabase: [...listEndpoints(supabase), ...listEndpoints(auth.app)],
    stripe: listEndpoints(stripe),
    emailjs: listEndpoints(emailjs),
  }
  const sortLists = (lists: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(lists).map(([service, list]) => [service, [...new Set(list)].sort()]))
  const listed = Object.entries(callersByService).map(([service, endpoints]) => [
    service,
    Object.keys(endpoints),
  ])
  expect(sortLists(served)).toEqual(sortLists(Object.fromEntries(listed)))
  const callers = Object.values(callersByService)
    .flatMap((endpoints) => Object.values(endpoints))
    .flatMap((names) => names.split(', '))
  expect(callers.filter((name) => !CALLERS.includes(name))).toEqual([])
})
