import { expect, test } from 'vitest'
import { endpointsOf } from '../../stripe/endpoints.ts'
import type { Shape } from '../../stripe/params/fields.ts'
import { type SdkType, sdkCalls, typeNamed } from './sdkTypes.ts'

// The SDK's types are written from Stripe's own description of its API.
const calls = sdkCalls()
const endpoints = endpointsOf(() => {}).map((endpoint) => ({
  ...endpoint,
  call: `${endpoint.method} ${endpoint.path.replace(/:\w+/g, ':')}`,
}))
/** Stripe has it, the SDK does not. */
const unlisted = ['GET /v1/customers/:/subscriptions']

/** In what the names of parameters differ from the SDK's, also inside of those that are objects. */
function differences(ours: Shape, known: SdkType | undefined, prefix = ''): string[] {
  const names = new Set([...(known?.fields.keys() ?? [])])
  if (!prefix) names.delete('expand')
  const taken = Object.entries(ours.fields)
  const all = new Set([...taken.map(([name]) => name), ...ours.elsewhere])
  return [
    ...[...names].filter((name) => !all.has(name)).map((name) => `refuses ${prefix}${name}`),
    ...[...all].filter((name) => !names.has(name)).map((name) => `takes ${prefix}${name}`),
    ...taken.flatMap(([name, { shape }]) => {
      const inner = known && typeNamed(known.file, known.fields.get(name) ?? '')
      return shape && inner ? differences(shape, inner, `${prefix}${name}.`) : []
    }),
  ]
}

test('every call that is answered is one of the SDK’s', () => {
  expect(endpoints.length).toBeGreaterThan(50)
  expect(endpoints.map(({ call }) => call).filter((call) => !calls.has(call))).toEqual(unlisted)
})

test.each(endpoints.filter(({ call }) => !unlisted.includes(call)))(
  '$method $path knows each parameter that Stripe knows, and no other',
  ({ call, shape }) => {
    expect(differences(shape, calls.get(call))).toEqual([])
  },
)

test('what is inside of parameters is compared, too', () => {
  const create = endpoints.find(({ call }) => call === 'POST /v1/checkout/sessions')
  const items = create?.shape.fields.line_items?.shape
  const known = calls.get('POST /v1/checkout/sessions')
  if (!create || !items || !known) throw new Error('There is no Checkout')
  const other = { ...items, elsewhere: [...items.elsewhere, 'colour'] }
  const fields = { ...create.shape.fields, line_items: Object.assign(() => undefined, { shape: other }) }
  expect(differences({ ...create.shape, fields }, known)).toContain('takes line_items.colour')
})
