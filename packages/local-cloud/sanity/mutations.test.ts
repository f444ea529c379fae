import { beforeEach, describe, expect, test } from 'vitest'
import { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { type MutateOptions, mutate } from './mutations.ts'
import type { Identity, Role } from './types.ts'
import { type JsonObject, omit } from './values.ts'

const as = (role: Role): Identity => ({ id: role, name: role, email: '', roles: [role] })
const editor = as('editor')
let dataset: Dataset
beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
})

const write = (mutations: unknown, options?: MutateOptions) => mutate(dataset, editor, mutations, options)
const post = (id: string, fields: JsonObject = {}) => ({ _id: id, _type: 'post', ...fields })

/** The status and item errors of a write that must fail. */
function failure(action: () => unknown): { status: number; types: string[]; body: JsonObject } {
  try {
    action()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { body, status } = error
    const text = JSON.stringify(body)
    return { status, body, types: [...text.matchAll(/"type":"(\w+)"/g)].map((match) => match[1] ?? '') }
  }
  throw new Error('expected a failure')
}

/** The document `a` after a patch. */
function patched(before: JsonObject, patch: JsonObject): JsonObject | undefined {
  write([{ createOrReplace: post('a', before) }])
  write([{ patch: { id: 'a', ...patch } }])
  return omit(dataset.get('a') ?? {}, ['_id', '_type', '_rev', '_createdAt', '_updatedAt'])
}

describe('creating', () => {
  test('sets the system fields and returns the operation', () => {
    const { transactionId, results } = write([
      { create: post('a', { title: 'x', _rev: 'mine', _updatedAt: '1999' }) },
    ])
    expect(results).toEqual([{ id: 'a', operation: 'create', document: dataset.get('a') }])
    expect(dataset.get('a')).toMatchObject({ title: 'x', _rev: transactionId })
    expect(dataset.get('a')?._updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(dataset.get('a')?._updatedAt).not.toBe('1999')
  })

  test('stores a given time of creation, for imports', () => {
    write([{ create: post('a', { _createdAt: '2020-02-02T02:02:02Z' }) }])
    expect(dataset.get('a')?._createdAt).toBe('2020-02-02T02:02:02Z')
  })

  test('generates an id, under a given prefix', () => {
    const { results } = write([{ create: { _type: 'post' } }, { create: { _id: 'drafts.', _type: 'post' } }])
    expect(results[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(results[1]?.id).toMatch(/^drafts\.[0-9a-f-]{36}$/)
  })

  test.each(['-a', 'a b', 'a..b', 'a.-b', '.a', 'ø', 'a'.repeat(129)])('rejects the id %j', (id) => {
    expect(failure(() => write([{ create: post(id) }]))).toMatchObject({
      status: 400,
      types: ['mutationError', 'malformedDocumentIDError'],
    })
  })

  test('createOrReplace replaces, createIfNotExists returns, and create rejects an existing document', () => {
    const first = write([{ create: post('a', { title: 'x', old: 1 }) }])
    const none = write([{ createIfNotExists: post('a', { title: 'y' }) }])
    expect(none.results).toMatchObject([
      { id: 'a', operation: 'none', document: { _rev: first.transactionId } },
    ])
    expect(write([{ createOrReplace: post('a', { title: 'z' }) }]).results[0]?.operation).toBe('update')
    expect(dataset.get('a')).toMatchObject({ title: 'z' })
    expect(dataset.get('a')).not.toHaveProperty('old')
    expect(failure(() => write([{ create: post('a') }]))).toMatchObject({
      status: 409,
      types: ['mutationError', 'documentAlreadyExistsError'],
    })
  })

  test('rejects a document without a type', () => {
    expect(failure(() => write([{ create: { _id: 'a' } }])).status).toBe(400)
  })
})

describe('patching', () => {
  test.each([
    [
      'set',
      { n: 1, o: { a: 1 } },
      { set: { n: 2, 'o.b': 3, 'new.deep': 4 } },
      { n: 2, o: { a: 1, b: 3 }, new: { deep: 4 } },
    ],
    [
      'set by key',
      { l: [{ _key: 'k', v: 1 }] },
      { set: { 'l[_key=="k"].v': 2 } },
      { l: [{ _key: 'k', v: 2 }] },
    ],
    ['setIfMissing', { n: 1 }, { setIfMissing: { n: 2, m: 3 } }, { n: 1, m: 3 }],
    ['unset', { a: 1, l: [1, 2, 3] }, { unset: ['a', 'l[-1]', 'l[0]'] }, { l: [2] }],
    ['inc and dec', { n: 5, m: 5 }, { inc: { n: 2 }, dec: { m: 1.5 } }, { n: 7, m: 3.5 }],
    ['insert after the last', { l: [1] }, { insert: { after: 'l[-1]', items: [2, 3] } }, { l: [1, 2, 3] }],
    ['insert before', { l: [1] }, { insert: { before: 'l[0]', items: [0] } }, { l: [0, 1] }],
    ['insert replacing', { l: [1, 2, 3] }, { insert: { replace: 'l[0]', items: [9] } }, { l: [9, 2, 3] }],
    [
      'append to a new list',
      {},
      { setIfMissing: { l: [] }, insert: { after: 'l[-1]', items: [1] } },
      { l: [1] },
    ],
    [
      'diffMatchPatch',
      { t: 'a cat' },
      { diffMatchPatch: { t: '@@ -1,5 +1,5 @@\n a \n-c\n+b\n at\n' } },
      { t: 'a bat' },
    ],
    ['a path without a value', { a: 1 }, { unset: ['nothing.here'] }, { a: 1 }],
  ])('applies %s', (_name, before, patch, after) => {
    expect(patched(before, patch)).toEqual(after)
  })

  test('sets a new revision and retains the time of creation', () => {
    write([{ create: post('a', { _createdAt: '2020-02-02T02:02:02Z' }) }])
    const { transactionId } = write([
      { patch: { id: 'a', set: { _createdAt: '1999-01-01T00:00:00Z', _rev: 'x', n: 1 } } },
    ])
    expect(dataset.get('a')).toMatchObject({ _rev: transactionId, _createdAt: '2020-02-02T02:02:02Z', n: 1 })
  })

  test('rejects another revision than expected', () => {
    const { transactionId } = write([{ create: post('a') }])
    expect(
      failure(() => write([{ patch: { id: 'a', ifRevisionID: 'stale', set: { n: 1 } } }])),
    ).toMatchObject({
      status: 409,
      types: ['mutationError', 'documentRevisionIDDoesNotMatchError'],
    })
    for (const ifRevisionID of [null, 1, {}]) {
      expect(failure(() => write([{ patch: { id: 'a', ifRevisionID, set: { n: 2 } } }])).status).toBe(400)
    }
    write([{ patch: { id: 'a', ifRevisionID: transactionId, set: { n: 1 } } }])
    expect(dataset.get('a')?.n).toBe(1)
  })

  test.each([
    ['a missing document', { id: 'nope', set: { a: 1 } }, 409, 'documentNotFoundError'],
    ['an id', { id: 'a', set: { _id: 'b' } }, 409, 'cannotModifyImmutableAttributeError'],
    ['a type', { id: 'a', set: { _type: 'page' } }, 409, 'cannotModifyImmutableAttributeError'],
    ['an unknown operation', { id: 'a', explode: { a: 1 } }, 400, 'validationError'],
    ['a bad path', { id: 'a', set: { '#a': 1 } }, 400, 'validationError'],
    ['the removal of a type', { id: 'a', unset: ['_type'] }, 409, 'cannotModifyImmutableAttributeError'],
    ['a bad increment', { id: 'a', inc: { n: 'x' } }, 400, 'validationError'],
    ['a bad insert', { id: 'a', insert: { items: [1] } }, 400, 'validationError'],
    ['nothing', { set: { a: 1 } }, 400, 'validationError'],
  ])('rejects %s', (_name, patch, status, type) => {
    write([{ create: post('a') }])
    expect(failure(() => write([{ patch }]))).toMatchObject({ status, types: ['mutationError', type] })
  })

  test.each(['l[*].n', '..n', 'l[0,1]', 'l[0:2]'])(
    'responds with 501 to the path %s to several values',
    (path) => {
      write([{ create: post('a') }])
      expect(failure(() => write([{ patch: { id: 'a', unset: [path] } }])).status).toBe(501)
    },
  )

  test('patches and deletes by query, with parameters', () => {
    write(['a', 'b', 'c'].map((id) => ({ create: post(id, { n: id === 'c' ? 9 : 1 }) })))
    const patch = { query: '*[_type == "post" && n < $max]', params: { max: 5 }, inc: { n: 1 } }
    expect(write([{ patch }]).results.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(['a', 'b', 'c'].map((id) => dataset.get(id)?.n)).toEqual([2, 2, 9])
    expect(write([{ delete: { query: '*[n == 2]' } }]).results).toHaveLength(2)
    expect(dataset.size).toBe(1)
  })

  test('responds with 501 to a purge of history', () => {
    write([{ create: post('a') }])
    expect(failure(() => write([{ delete: { id: 'a', purge: true } }])).status).toBe(501)
    expect(dataset.size).toBe(1)
  })

  test('autoGenerateArrayKeys adds keys to new array items', () => {
    const items = [{ a: 1 }, { _key: 'mine', b: [{ c: 1 }] }, 'text']
    write([{ create: post('a', { items }) }, { create: post('b', { items: [] }) }], {
      autoGenerateArrayKeys: true,
    })
    write([{ patch: { id: 'b', insert: { after: 'items[-1]', items: [{ a: 1 }] } } }], {
      autoGenerateArrayKeys: true,
    })
    const key = expect.stringMatching(/^[0-9a-f]{12}$/)
    expect(dataset.get('a')?.items).toEqual([
      { _key: key, a: 1 },
      { _key: 'mine', b: [{ _key: key, c: 1 }] },
      'text',
    ])
    expect(dataset.get('b')?.items).toEqual([{ _key: key, a: 1 }])
    write([{ create: post('c', { items: [{ a: 1 }] }) }])
    expect(dataset.get('c')?.items).toEqual([{ a: 1 }])
  })
})

describe('references', () => {
  const ref = (id: string, extra = {}) => ({ _type: 'reference', _ref: id, ...extra })

  test('a strong reference needs an existing document, a weak one does not', () => {
    expect(failure(() => write([{ create: post('a', { to: [ref('nope')] }) }]))).toMatchObject({
      status: 409,
      types: ['mutationError', 'documentReferenceDoesNotExistError'],
    })
    write([
      { create: post('a', { to: ref('nope', { _weak: true }), other: ref('x', { _dataset: 'elsewhere' }) }) },
    ])
    expect(failure(() => write([{ patch: { id: 'a', unset: ['to._weak'] } }])).status).toBe(409)
  })

  test('documents of one transaction may refer to each other, in any order', () => {
    write([{ create: post('a', { to: ref('b') }) }, { create: post('b', { to: ref('a') }) }])
    expect(failure(() => write([{ delete: { id: 'a' } }])).types).toContain(
      'documentHasExistingReferencesError',
    )
    write([{ delete: { id: 'a' } }, { delete: { id: 'b' } }])
    expect(dataset.size).toBe(0)
  })

  test('a referenced document can neither be deleted nor change its type', () => {
    write([{ create: post('b') }, { create: post('a', { to: ref('b') }) }])
    const { status, body } = failure(() => write([{ delete: { id: 'b' } }]))
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toContain('"referencingIDs":["a"]')
    expect(failure(() => write([{ createOrReplace: { _id: 'b', _type: 'page' } }])).status).toBe(409)
    write([{ delete: { id: 'b' } }, { patch: { id: 'a', unset: ['to'] } }])
    expect(dataset.get('b')).toBeUndefined()
  })
})

describe('transactions', () => {
  test('are applied completely or not at all', () => {
    write([{ create: post('a', { n: 1 }) }])
    const seen: string[] = []
    dataset.subscribe(({ id }) => seen.push(id))
    const { types } = failure(() =>
      write([
        { patch: { id: 'a', inc: { n: 1 } } },
        { create: post('b') },
        { patch: { id: 'gone', set: { x: 1 } } },
      ]),
    )
    expect(types).toEqual(['mutationError', 'documentNotFoundError'])
    expect(dataset.get('a')?.n).toBe(1)
    expect(dataset.get('b')).toBeUndefined()
    expect(seen).toEqual([])
  })

  test('apply later mutations to the result of earlier ones', () => {
    write([
      { create: post('a', { n: 1 }) },
      { patch: { id: 'a', inc: { n: 1 } } },
      { patch: { id: 'a', inc: { n: 1 } } },
    ])
    expect(dataset.get('a')?.n).toBe(3)
    write([{ create: post('b') }, { delete: { id: 'b' } }])
    expect(dataset.storage.readTransactions(['b'])).toEqual([])
  })

  test('return every failed mutation', () => {
    const { body } = failure(() =>
      write([{ create: post('-1') }, { create: post('ok') }, { create: post('-2') }]),
    )
    expect(body).toMatchObject({ error: { type: 'mutationError', items: [{ index: 0 }, { index: 2 }] } })
  })

  test('accept a given id once', () => {
    expect(write([{ create: post('a') }], { transactionId: 'my-transaction' }).transactionId).toBe(
      'my-transaction',
    )
    expect(dataset.get('a')?._rev).toBe('my-transaction')
    expect(failure(() => write([{ create: post('b') }], { transactionId: 'my-transaction' })).status).toBe(
      409,
    )
    expect(failure(() => write([{ create: post('b') }], { transactionId: 'not ok' })).status).toBe(400)
  })

  test('check everything and store nothing in a dry run', () => {
    expect(write([{ create: post('a') }], { dryRun: true }).results[0]?.operation).toBe('create')
    expect(dataset.size).toBe(0)
    expect(
      failure(() => mutate(dataset, as('viewer'), [{ create: post('a') }], { dryRun: true })).status,
    ).toBe(403)
  })

  test.each(['x', [1], [{}], [{ create: 1 }], [{ create: {}, delete: {} }], [{ explode: {} }]])(
    'reject %j as mutations',
    (mutations) => {
      expect(failure(() => write(mutations)).status).toBe(400)
    },
  )
})

describe('permissions', () => {
  test.each([
    ['anonymous', null],
    ['viewer', as('viewer')],
  ])('%s may not write', (_name, identity) => {
    write([{ create: post('a') }])
    for (const mutation of [
      { create: post('b') },
      { createOrReplace: post('a') },
      { patch: { id: 'a', set: { n: 1 } } },
      { patch: { query: '*', set: { n: 1 } } },
      { delete: { id: 'a' } },
      { delete: { id: 'missing' } },
    ]) {
      expect(failure(() => mutate(dataset, identity, [mutation]))).toMatchObject({
        status: 403,
        types: ['mutationError', 'insufficientPermissionsError'],
      })
    }
    expect(dataset.get('a')).not.toHaveProperty('n')
  })

  test('contributors write drafts only', () => {
    write([{ create: post('a') }])
    mutate(dataset, as('contributor'), [
      { createIfNotExists: post('drafts.a') },
      { patch: { id: 'drafts.a', set: { n: 1 } } },
      { create: post('drafts.b') },
      { delete: { id: 'drafts.b' } },
    ])
    expect(dataset.get('drafts.a')).toMatchObject({ n: 1 })
    for (const mutation of [
      { create: post('b') },
      { createOrReplace: post('a') },
      { patch: { id: 'a', set: { n: 1 } } },
      { delete: { id: 'a' } },
      { create: post('versions.r1.a') },
    ]) {
      expect(failure(() => mutate(dataset, as('contributor'), [mutation])).status).toBe(403)
    }
  })
})
