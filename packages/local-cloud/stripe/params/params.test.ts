import { describe, expect, test } from 'vitest'
import { StripeProblem } from '../errors.ts'
import { clearable, flag, integer, listOf, object, oneOf, parseFields, required, text } from './fields.ts'
import { canonical, parseForm } from './form.ts'

function problem(work: () => unknown): StripeProblem['details'] & { message: string; status: number } {
  try {
    work()
  } catch (error) {
    if (error instanceof StripeProblem)
      return { ...error.details, message: error.message, status: error.status }
    throw error
  }
  throw new Error('Nothing was wrong')
}

const fields = {
  name: required(text(10)),
  amount: integer(0, 100),
  active: flag(),
  note: clearable(text()),
  items: listOf(object({ price: required(text()) }, ['tax_rates'])),
  mode: oneOf(['a', 'b'], ['c']),
}
const read = (form: string) => parseFields(parseForm(form), fields, ['tax'])

describe('parameters', () => {
  test('are read with their types', () => {
    expect(read('name=x&amount=7&active=true&note=&items[0][price]=p&items[1][price]=q&mode=a')).toEqual({
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
    ['name=x&other=1', 'parameter_unknown', 'other'],
    ['name=x&items[0][prise]=1', 'parameter_unknown', 'items[0][prise]'],
    ['name=x&items[0][x]=1', 'parameter_unknown', 'items[0][x]'],
    ['name=x&items[0]=1', undefined, 'items[0]'],
    ['name=x&amount=1.5', 'parameter_invalid_integer', 'amount'],
    ['name=x&amount=101', 'parameter_invalid_integer', 'amount'],
    ['name=x&active=yes', undefined, 'active'],
    ['name=x&mode=z', undefined, 'mode'],
    ['name[a]=x', undefined, 'name'],
    ['name=xxxxxxxxxxx', undefined, 'name'],
    ['name=x&name[a]=b', undefined, 'name[a]'],
    ['name=x&a[b=c', undefined, 'a[b'],
  ])('"%s" is refused: %s %s', (form, code, param) => {
    const { code: said, param: named, status } = problem(() => read(form))
    expect([said, named, status]).toEqual([code, param, 400])
  })

  test.each(['name=x&tax=1', 'name=x&mode=c', 'name=x&items[0][price]=p&items[0][tax_rates]=1'])(
    '"%s" is something that only Stripe has',
    (form) => expect(problem(() => read(form)).status).toBe(501),
  )

  test('of hostile names stay names', () => {
    const error = problem(() => read('name=x&__proto__[polluted]=1'))
    expect(error.code).toBe('parameter_unknown')
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('are the same in any order', () => {
    const one = canonical(parseForm('a=1&b[x]=2&b[y]=3'))
    expect(canonical(parseForm('b[y]=3&b[x]=2&a=1'))).toBe(one)
    expect(canonical(parseForm('b[y]=3&b[x]=2&a=2'))).not.toBe(one)
  })
})
