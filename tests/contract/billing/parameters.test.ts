import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { endpointsOf } from '../../../local/billing/endpoints.ts'

const resources = join(dirname(createRequire(import.meta.url).resolve('stripe')), '../esm/resources')

/** The types of the SDK, which are written from Stripe's own description of its API. */
function files(folder = resources): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return files(path)
    return entry.name.endsWith('.js') ? [path] : []
  })
}

/** The names of an interface of parameters; what it holds further inside is left out. */
function namesOf(types: string, name: string): string[] {
  const start = types.search(new RegExp(`interface ${name}\\b`))
  if (start < 0) throw new Error(`There is no ${name}`)
  const head = types.slice(start, types.indexOf('{', start))
  const indent = /\n( +)\/\*\*|\n( +)\w/.exec(types.slice(start))?.[0].match(/ +/)?.[0] ?? ''
  const body = types.slice(start, types.indexOf(`\n${indent.slice(4)}}`, start))
  const own = [...body.matchAll(new RegExp(`\\n${indent}(\\w+)\\??: `, 'g'))].map(([, found]) =>
    String(found),
  )
  return head.includes('PaginationParams') ? [...own, 'limit', 'starting_after', 'ending_before'] : own
}

/** What each call of the SDK takes, by method and path. */
const calls = new Map<string, string[]>()
for (const file of files()) {
  const code = readFileSync(file, 'utf8')
  const types = readFileSync(file.replace(/\.js$/, '.d.ts'), 'utf8')
  const requests = code.matchAll(
    /\n {4}(\w+)\([^)]*\) \{\s*[^{}]*?return this\._makeRequest\('(\w+)', (['`])(.*?)\3/g,
  )
  for (const [, call, method, , path] of requests) {
    const signature = new RegExp(`\\n    ${call}\\(([^;]*);`).exec(types)?.[1] ?? ''
    const params = /params\??: ([\w.]+)/.exec(signature)?.[1]?.split('.').at(-1)
    const names = params ? namesOf(types, params).filter((name) => name !== 'expand') : []
    calls.set(`${method} ${path?.replace(/\$\{[^}]*\}/g, ':')}`, names)
  }
}

const endpoints = endpointsOf(() => {}).map((endpoint) => ({
  ...endpoint,
  call: `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`,
}))
/** Stripe has it, the SDK does not. */
const unlisted = ['GET /v1/customers/:/subscriptions']

test('every call that is answered is one of the SDK’s', () => {
  expect(endpoints.length).toBeGreaterThan(90)
  expect(endpoints.map(({ call }) => call).filter((call) => !calls.has(call))).toEqual(unlisted)
})

test.each(endpoints.filter(({ call }) => !unlisted.includes(call)))(
  '$method $path knows each parameter that Stripe knows, and no other',
  ({ call, takes, elsewhere }) => {
    const known = new Set(calls.get(call))
    const ours = new Set([...takes, ...elsewhere])
    expect(
      [...known].filter((name) => !ours.has(name)),
      'refused, though Stripe has it',
    ).toEqual([])
    expect(
      [...ours].filter((name) => !known.has(name)),
      'taken, though Stripe has it not',
    ).toEqual([])
  },
)
