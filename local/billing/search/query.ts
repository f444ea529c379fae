import { invalid } from '../errors.ts'

type Test = (object: object) => boolean

const CLAUSE =
  /^(-)?([a-z_.]+)(?:\[(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\])?(:|~|>=|<=|>|<)(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(null|true|false|-?\d+(?:\.\d+)?))\s*/i
const JOINT = /^(AND|OR)\s+/i

function withoutBackslashes(value: string): string {
  return value.replace(/\\(.)/g, '$1')
}

function valueAt(object: unknown, path: string[]): unknown {
  let value = object
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = Reflect.get(value, name)
  }
  return value
}

function compare(value: unknown, operator: string, wanted: string): boolean {
  if (wanted === 'null') return value === null || value === undefined
  if (value === null || value === undefined) return false
  if (operator === ':') return String(value).toLowerCase() === wanted.toLowerCase()
  if (operator === '~') return String(value).toLowerCase().includes(wanted.toLowerCase())
  const [left, right] = [Number(value), Number(wanted)]
  if (operator === '>') return left > right
  if (operator === '<') return left < right
  return operator === '>=' ? left >= right : left <= right
}

/**
 * The test behind a search query, for example `email:"a@b.c" AND metadata["user"]:"1"`
 * (https://docs.stripe.com/search#search-query-language). `AND` and `OR` cannot be mixed, as at Stripe.
 *
 * @param fields - the names that can be searched for
 * @throws StripeProblem 400 when it is malformed
 */
export function parseQuery(query: string, resource: string, fields: readonly string[]): Test {
  const tests: Test[] = []
  const joints = new Set<string>()
  let rest = query.trim()
  for (;;) {
    const match = CLAUSE.exec(rest)
    if (!match) throw invalid(`We were unable to parse your search query: ${query}`, 'query')
    const [whole, minus, field = '', key1, key2, operator = ':', text1, text2, bare] = match
    const key = key1 ?? key2
    if (!fields.includes(field)) {
      throw invalid(
        `Field \`${field}\` is an unsupported search field for resource \`${resource}\`. See https://stripe.com/docs/search#query-fields-for-${resource.replace('_', '-')} for a list of supported fields.`,
        'query',
      )
    }
    const path = [...field.split('.'), ...(key === undefined ? [] : [withoutBackslashes(key)])]
    const quoted = text1 ?? text2
    const wanted = quoted === undefined ? (bare ?? '') : withoutBackslashes(quoted)
    tests.push((object) => compare(valueAt(object, path), operator, wanted) !== Boolean(minus))
    rest = rest.slice(whole.length)
    if (rest === '') break
    const joint = JOINT.exec(rest)
    joints.add(joint?.[1]?.toUpperCase() ?? 'AND')
    rest = rest.slice(joint?.[0].length ?? 0)
  }
  if (joints.size > 1) throw invalid('You cannot combine AND and OR in one search query.', 'query')
  return joints.has('OR')
    ? (object) => tests.some((test) => test(object))
    : (object) => tests.every((test) => test(object))
}
