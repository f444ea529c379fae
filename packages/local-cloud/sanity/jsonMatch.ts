import { isObject } from './values.ts'

/** A place in a document: names of attributes and places in arrays. */
export type Place = (string | number)[]

type Member =
  | { type: 'attribute'; name: string }
  | { type: 'all' }
  | { type: 'index'; index: number }
  | { type: 'range'; start: number | null; end: number | null; step: number }
  | { type: 'constraint'; path: string[]; operator: string; value: unknown }
type Step = { type: 'any'; members: Member[] } | { type: 'recursive' }

const TOKEN =
  /\s*(?:(\.\.|[.,:?*@$[\]]|>=|<=|==|!=|[<>])|(-?\d+(?:\.\d+)?)|([a-zA-Z_][a-zA-Z0-9_]*)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/y

/** Paths are short; what isn't takes the place of a program. Characters. */
const MAX_LENGTH = 2000
const MAX_STEPS = 100
/** Each goes through everything below the place it stands at. */
const MAX_RECURSIVE = 4
/** What a path may lead to. */
const MAX_PLACES = 10_000
/** What may be looked at on the way. */
const MAX_VISITED = 500_000

type Token = { kind: 'symbol' | 'number' | 'name' | 'quoted' | 'text'; text: string }

function tokensOf(path: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  const unescaped = (text: string) => text.replace(/\\(.)/g, '$1')
  while (path.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex
    const found = TOKEN.exec(path)
    if (!found) throw new Error(`malformed path "${path}" at ${at}`)
    const [, symbol, number, name, single, double] = found
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (single !== undefined) tokens.push({ kind: 'quoted', text: unescaped(single) })
    else tokens.push({ kind: 'text', text: unescaped(double ?? '') })
  }
  return tokens
}

/** Reads a path. Throws an Error that says where it isn't one. */
class PathReader {
  private readonly path: string
  private readonly tokens: Token[]
  private next = 0

  constructor(path: string) {
    this.path = path
    this.tokens = tokensOf(path)
  }

  read(): Step[] {
    const steps: Step[] = []
    while (this.next < this.tokens.length) {
      if (this.takes('..')) {
        steps.push({ type: 'recursive' })
        if (!this.sees('[')) steps.push(this.attribute())
      } else if (this.takes('[')) steps.push(this.union())
      else {
        if (steps.length > 0) this.expect('.')
        steps.push(this.attribute())
      }
    }
    if (steps.length === 0) throw this.invalid()
    return steps
  }

  private invalid(): Error {
    return new Error(`malformed path "${this.path}"`)
  }

  private sees(text: string): boolean {
    const token = this.tokens[this.next]
    return token?.kind === 'symbol' && token.text === text
  }

  private takes(text: string): boolean {
    const seen = this.sees(text)
    if (seen) this.next++
    return seen
  }

  private expect(text: string): void {
    if (!this.takes(text)) throw this.invalid()
  }

  private take(...kinds: Token['kind'][]): string | undefined {
    const token = this.tokens[this.next]
    if (!token || !kinds.includes(token.kind)) return undefined
    this.next++
    return token.text
  }

  private attribute(): Step {
    if (this.takes('*')) return { type: 'any', members: [{ type: 'all' }] }
    const name = this.take('name', 'quoted')
    if (name === undefined) throw this.invalid()
    return { type: 'any', members: [{ type: 'attribute', name }] }
  }

  private union(): Step {
    const members = [this.member()]
    while (this.takes(',')) members.push(this.member())
    this.expect(']')
    return { type: 'any', members }
  }

  private member(): Member {
    if (this.takes('*')) return { type: 'all' }
    const start = this.take('number')
    if (start !== undefined || this.sees(':')) return this.place(start)
    const path: string[] = []
    if (!this.takes('@')) {
      do {
        const name = this.take('name', 'quoted')
        if (name === undefined) throw this.invalid()
        path.push(name)
      } while (this.takes('.'))
    }
    if (this.takes('?')) return { type: 'constraint', path, operator: '?', value: null }
    const operator = ['==', '!=', '>=', '<=', '>', '<'].find((text) => this.takes(text))
    const [name] = path
    if (operator) return { type: 'constraint', path, operator, value: this.literal() }
    if (name === undefined || path.length > 1) throw this.invalid()
    return { type: 'attribute', name }
  }

  private place(start: string | undefined): Member {
    if (!this.takes(':')) return { type: 'index', index: Math.trunc(Number(start)) }
    const whole = (text: string | undefined) => (text === undefined ? null : Math.trunc(Number(text)))
    const end = whole(this.take('number'))
    const step = this.takes(':') ? (whole(this.take('number')) ?? 1) : 1
    if (step < 1) throw this.invalid()
    return { type: 'range', start: whole(start), end, step }
  }

  private literal(): unknown {
    const text = this.take('text', 'quoted')
    if (text !== undefined) return text
    const number = this.take('number')
    if (number !== undefined) return Number(number)
    const name = this.take('name')
    if (name === 'true' || name === 'false') return name === 'true'
    throw this.invalid()
  }
}

function holds(value: unknown, { path, operator, value: wanted }: Member & { type: 'constraint' }): boolean {
  let found = value
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return false
    found = found[name]
  }
  if (typeof found === 'object' && found !== null) return false
  if (operator === '?') return true
  if (operator === '==') return found === wanted
  if (operator === '!=') return found !== wanted
  if (typeof found === 'number' && typeof wanted === 'number') return ordered(found - wanted, operator)
  if (typeof found !== 'string' || typeof wanted !== 'string') return false
  return ordered(found < wanted ? -1 : Number(found > wanted), operator)
}

function ordered(order: number, operator: string): boolean {
  if (operator === '>') return order > 0
  if (operator === '>=') return order >= 0
  return operator === '<' ? order < 0 : order <= 0
}

/** The places that a member names in an array. `count` is called for each item that is looked at on the way. */
function* indexes(member: Member, items: readonly unknown[], count: () => void): Generator<number, void> {
  const { length } = items
  switch (member.type) {
    case 'all':
      yield* items.keys()
      break
    case 'index': {
      const index = member.index < 0 ? member.index + length : member.index
      if (index >= 0 && index < length) yield index
      break
    }
    case 'range': {
      // Where a range ends, -1 is behind the last item: @sanity/client's `splice` counts like this.
      const bound = (given: number | null, fallback: number) =>
        given === null ? fallback : Math.min(Math.max(given < 0 ? given + length + 1 : given, 0), length)
      for (let index = bound(member.start, 0); index < bound(member.end, length); index += member.step)
        yield index
      break
    }
    case 'constraint':
      for (const [index, item] of items.entries()) {
        count()
        if (holds(item, member)) yield index
      }
  }
}

type Found = { place: Place; value: unknown }

/** Goes along a path, counting what it looks at. */
class Walk {
  private visited = 0

  private count(): void {
    this.visited++
    if (this.visited > MAX_VISITED) throw new Error(`a path leads through more than ${MAX_VISITED} places`)
  }

  private *children({ place, value }: Found): Generator<Found, void> {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield { place: [...place, index], value: item }
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) yield { place: [...place, name], value: item }
    }
  }

  /** What a member of a step names below a place; with `last` also attributes that aren't there yet. */
  *select({ place, value }: Found, member: Member, last: boolean): Generator<Found, void> {
    this.count()
    if (Array.isArray(value)) {
      for (const index of indexes(member, value, () => this.count())) {
        this.count()
        yield { place: [...place, index], value: value[index] }
      }
    } else if (value === undefined) {
      if (last && member.type === 'attribute') yield { place: [...place, member.name], value: undefined }
    } else if (isObject(value)) {
      if (member.type === 'all') yield* this.children({ place, value })
      else if (member.type === 'attribute' && (last || Object.hasOwn(value, member.name))) {
        yield { place: [...place, member.name], value: value[member.name] }
      } else if (member.type === 'constraint' && member.path.length > 0 && holds(value, member)) {
        yield { place, value }
      }
    }
  }

  *everything(found: Found): Generator<Found, void> {
    this.count()
    yield found
    for (const child of this.children(found)) yield* this.everything(child)
  }
}

/**
 * The places in a document that a path leads to (https://www.sanity.io/docs/content-lake/json-match), each once, in the
 * order of the document. Attributes that the path ends with need not be there, but for those looked for with `..`.
 * Throws an Error on what is no path, or leads to more than 10,000 places.
 */
export function placesOf(path: string, document: unknown): Place[] {
  if (path.length > MAX_LENGTH) throw new Error(`a path has more than ${MAX_LENGTH} characters`)
  const steps = new PathReader(path).read()
  if (steps.length > MAX_STEPS) throw new Error(`a path has more than ${MAX_STEPS} steps`)
  if (steps.filter(({ type }) => type === 'recursive').length > MAX_RECURSIVE) {
    throw new Error(`a path has more than ${MAX_RECURSIVE} times ".."`)
  }
  const walk = new Walk()
  let found = new Map<string, Found>([['', { place: [], value: document }]])
  for (const [number, step] of steps.entries()) {
    const after = new Map<string, Found>()
    const add = (item: Found) => after.set(JSON.stringify(item.place), item)
    const last = steps[number - 1]?.type !== 'recursive' && steps.slice(number).every(isAttribute)
    for (const item of found.values()) {
      if (step.type === 'recursive') for (const below of walk.everything(item)) add(below)
      else for (const member of step.members) for (const below of walk.select(item, member, last)) add(below)
    }
    found = after
  }
  if (found.size > MAX_PLACES) throw new Error(`a path leads to more than ${MAX_PLACES} places`)
  return [...found.values()].map(({ place }) => place).sort(comparePlaces)
}

function isAttribute(step: Step): boolean {
  return step.type === 'any' && step.members.every(({ type }) => type === 'attribute')
}

function comparePlaces(a: Place, b: Place): number {
  for (const [index, segment] of a.entries()) {
    const other = b[index]
    if (other === undefined) return 1
    if (segment === other) continue
    if (typeof segment === 'number' && typeof other === 'number') return segment - other
    return String(segment) < String(other) ? -1 : 1
  }
  return a.length - b.length
}

/** The path that leads to one place and nowhere else. */
export function pathTo(place: Place): string {
  return place
    .map((segment, index) => {
      if (typeof segment === 'number') return `[${segment}]`
      const name = /^[a-zA-Z_][a-zA-Z0-9_]*$/.test(segment)
        ? segment
        : `'${segment.replace(/['\\]/g, '\\$&')}'`
      return index === 0 ? name : `.${name}`
    })
    .join('')
}

function outsideOfQuotes(path: string): string {
  return path.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, "''")
}

/** Whether a path leads along attributes and places in arrays, or items that a condition holds for. */
export function isPlainPath(path: string): boolean {
  const outside = outsideOfQuotes(path)
  return (
    path.length <= MAX_LENGTH &&
    !/\.\.|[*,:]/.test(outside) &&
    (outside.match(/[.[]/g) ?? []).length <= MAX_STEPS
  )
}

/** Whether a path has a condition, for which every item of an array is looked at. */
export function hasCondition(path: string): boolean {
  return /[?=<>!]/.test(outsideOfQuotes(path))
}
