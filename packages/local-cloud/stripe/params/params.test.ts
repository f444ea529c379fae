import { expect, test } from 'vitest'
import { StripeApiError } from '../errors.ts'
import { clearable, flag, integer, listOf, object, oneOf, parseFields, required, text } from './fields.ts'
import { canonicalize, parseForm } from './form.ts'

/** Returns the details and the status of the error that a function throws. */
function catchApiError(parse: () => unknown) {
  try {
    parse()
  } catch (error) {
    if (error instanceof StripeApiError) return { ...error.details, status: error.status }
    throw error
  }
  throw new Error('Expected a StripeApiError')
}

const fields = {
  name: required(text(10)),
  amount: integer(0, 100),
  active: flag(),
  note: clearable(text()),
  items: listOf(object({ price: required(text()) })),
  mode: oneOf(['a', 'b']),
}
const parse = (form: string) => parseFields(parseForm(form), fields)

test('converts parameters to the types of their fields', () => {
  expect(parse('name=x&amount=7&active=true&note=&items[0][price]=p&items[1][price]=q&mode=a')).toEqual({
    name: 'x',
    amount: 7,
    active: true,
    note: null,
    items: [{ price: 'p' }, { price: 'q' }],
    mode: 'a',
  })
})

test.each([
  ['', 'parameter_missing', 'name'],
  ['name=', 'parameter_invalid_empty', 'name'],
  ['name=x&items[0]=1', undefined, 'items[0]'],
  ['name=x&items[a][price]=1', undefined, 'items'],
  ['name=x&amount=1.5', 'parameter_invalid_integer', 'amount'],
  ['name=x&amount=101', 'parameter_invalid_integer', 'amount'],
  ['name=x&active=yes', undefined, 'active'],
  ['name[a]=x', undefined, 'name'],
  ['name=xxxxxxxxxxx', undefined, 'name'],
  ['name=x&a[b=c', undefined, 'a[b'],
])('rejects "%s" with the code %s for the parameter %s', (form, code, param) => {
  const error = catchApiError(() => parse(form))
  expect([error.code, error.param, error.status]).toEqual([code, param, 400])
})

test.each(['name=x&tax=1', 'name=x&mode=c', 'name=x&items[0][tax]=1', 'name=x&__proto__[polluted]=1'])(
  'throws a 501 for the unsupported parameter or value in "%s"',
  (form) => {
    expect(catchApiError(() => parse(form)).status).toBe(501)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  },
)

test('serializes equal parameters to the same string, regardless of order', () => {
  const canonical = canonicalize(parseForm('a=1&b[x]=2&b[y]=3'))
  expect(canonicalize(parseForm('b[y]=3&b[x]=2&a=1'))).toBe(canonical)
  expect(canonicalize(parseForm('b[y]=3&b[x]=2&a=2'))).not.toBe(canonical)
})
