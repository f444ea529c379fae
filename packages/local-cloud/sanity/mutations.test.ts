import { beforeEach, describe, expect, test } from 'vitest'
import { Dataset } from './dataset.ts'
import { ApiError } from './errors.ts'
import { mutate } from './mutations.ts'
import type { TransactionOptions } from './pendingTransaction.ts'
import type { Identity, Role } from './types.ts'
import { type JsonObject, omit } from './values.ts'

const createIdentity = (role: Role): Identity => ({ id: role, role })
const editor = createIdentity('editor')
let dataset: Dataset
beforeEach(() => {
  dataset = new Dataset({ name: 'production', file: ':memory:' })
})

const write = (mutations: unknown, options?: TransactionOptions) =>
  mutate(dataset, editor, mutations, options)
const buildPost = (id: string, fields: JsonObject = {}) => ({ _id: id, _type: 'post', ...fields })

/** Returns the status, the error types and the body of a write that must fail. */
function captureFailure(mutations: unknown, options?: TransactionOptions, identity: Identity = editor) {
  try {
    mutate(dataset, identity, mutations, options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { body, status } = error
    const text = JSON.stringify(body)
    return { status, body, types: [...text.matchAll(/"type":"(\w+)"/g)].map((match) => match[1] ?? '') }
  }
  throw new Error('expected a failure')
}

/** Patches a new document `a`. Returns its attributes without system fields. */
function patchPost(before: JsonObject, patch: JsonObject): JsonObject | undefined {
  write([{ createOrReplace: buildPost('a', before) }])
  write([{ patch: { id: 'a', ...patch } }])
  return omit(dataset.get('a') ?? {}, ['_id', '_type', '_rev', '_createdAt', '_updatedAt'])
}

describe('creating documents', () => {
  test('sets the system fields of a new document and returns the operation', () => {
    const { transactionId, results } = write([
      { create: buildPost('a', { title: 'x', _rev: 'mine', _updatedAt: '1999' }) },
    ])
    expect(results).toEqual([{ id: 'a', operation: 'create', document: dataset.get('a') }])
    expect(dataset.get('a')).toMatchObject({ title: 'x', _rev: transactionId })
    expect(dataset.get('a')?._updatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(dataset.get('a')?._updatedAt).not.toBe('1999')
  })

  test.each(['-a', 'a b', 'a..b', 'a.-b', '.a', 'ø', 'a'.repeat(129)])('rejects the id %j', (id) => {
    expect(captureFailure([{ create: buildPost(id) }])).toMatchObject({
      status: 400,
      types: ['mutationError', 'malformedDocumentIDError'],
    })
  })

  test('replaces, returns or rejects an existing document, depending on the mutation', () => {
    const creation = write([{ create: buildPost('a', { title: 'x', old: 1 }) }])
    const createIfNotExists = write([{ createIfNotExists: buildPost('a', { title: 'y' }) }])
    expect(createIfNotExists.results).toMatchObject([
      { id: 'a', operation: 'none', document: { _rev: creation.transactionId } },
    ])
    expect(write([{ createOrReplace: buildPost('a', { title: 'z' }) }]).results[0]?.operation).toBe('update')
    expect(dataset.get('a')).toMatchObject({ title: 'z' })
    expect(dataset.get('a')).not.toHaveProperty('old')
    expect(captureFailure([{ create: buildPost('a') }])).toMatchObject({
      status: 409,
      types: ['mutationError', 'documentAlreadyExistsError'],
    })
  })

  test('rejects a document without a type', () => {
    expect(captureFailure([{ create: { _id: 'a' } }]).status).toBe(400)
  })
})

describe('patching and deleting documents', () => {
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
    ['insert at the end', { l: [1] }, { insert: { after: 'l[-1]', items: [2, 3] } }, { l: [1, 2, 3] }],
    ['insert before', { l: [1] }, { insert: { before: 'l[0]', items: [0] } }, { l: [0, 1] }],
    ['insert with replace', { l: [1, 2, 3] }, { insert: { replace: 'l[0]', items: [9] } }, { l: [9, 2, 3] }],
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
    ['unset of a missing path', { a: 1 }, { unset: ['nothing.here'] }, { a: 1 }],
  ])('applies the patch operation: %s', (_name, before, patch, after) => {
    expect(patchPost(before, patch)).toEqual(after)
  })

  test('a patch sets a new revision and retains the creation time', () => {
    write([{ create: buildPost('a', { _createdAt: '2020-02-02T02:02:02Z' }) }])
    const { transactionId } = write([
      { patch: { id: 'a', set: { _createdAt: '1999-01-01T00:00:00Z', _rev: 'x', n: 1 } } },
    ])
    expect(dataset.get('a')).toMatchObject({ _rev: transactionId, _createdAt: '2020-02-02T02:02:02Z', n: 1 })
  })

  test('rejects a patch that expects a different revision', () => {
    const { transactionId } = write([{ create: buildPost('a') }])
    expect(captureFailure([{ patch: { id: 'a', ifRevisionID: 'stale', set: { n: 1 } } }])).toMatchObject({
      status: 409,
      types: ['mutationError', 'documentRevisionIDDoesNotMatchError'],
    })
    for (const ifRevisionID of [null, 1, {}]) {
      expect(captureFailure([{ patch: { id: 'a', ifRevisionID, set: { n: 2 } } }]).status).toBe(400)
    }
    write([{ patch: { id: 'a', ifRevisionID: transactionId, set: { n: 1 } } }])
    expect(dataset.get('a')?.n).toBe(1)
  })

  test.each([
    ['the id of a missing document', { id: 'nope', set: { a: 1 } }, 409, 'documentNotFoundError'],
    ['a change to the id', { id: 'a', set: { _id: 'b' } }, 409, 'cannotModifyImmutableAttributeError'],
    ['a change to the type', { id: 'a', set: { _type: 'page' } }, 409, 'cannotModifyImmutableAttributeError'],
    ['an unknown operation', { id: 'a', explode: { a: 1 } }, 400, 'validationError'],
    ['a bad path', { id: 'a', set: { '#a': 1 } }, 400, 'validationError'],
    ['the removal of a type', { id: 'a', unset: ['_type'] }, 409, 'cannotModifyImmutableAttributeError'],
    ['a bad increment', { id: 'a', inc: { n: 'x' } }, 400, 'validationError'],
    ['a bad insert', { id: 'a', insert: { items: [1] } }, 400, 'validationError'],
    ['neither an id nor a query', { set: { a: 1 } }, 400, 'validationError'],
  ])('rejects a patch with %s', (_name, patch, status, type) => {
    write([{ create: buildPost('a') }])
    expect(captureFailure([{ patch }])).toMatchObject({ status, types: ['mutationError', type] })
  })

  test.each(['l[*].n', '..n', 'l[0,1]', 'l[0:2]'])(
    'returns 501 for the path %s, which selects several values',
    (path) => {
      write([{ create: buildPost('a') }])
      expect(captureFailure([{ patch: { id: 'a', unset: [path] } }]).status).toBe(501)
    },
  )
})

describe('references', () => {
  const buildReference = (id: string, extra = {}) => ({ _type: 'reference', _ref: id, ...extra })

  test('rejects a strong reference to a missing document, but not a weak or cross-dataset one', () => {
    expect(captureFailure([{ create: buildPost('a', { to: [buildReference('nope')] }) }])).toMatchObject({
      status: 409,
      types: ['mutationError', 'documentReferenceDoesNotExistError'],
    })
    write([
      {
        create: buildPost('a', {
          to: buildReference('nope', { _weak: true }),
          other: buildReference('x', { _dataset: 'elsewhere' }),
        }),
      },
    ])
    expect(captureFailure([{ patch: { id: 'a', unset: ['to._weak'] } }]).status).toBe(409)
  })

  test('documents of one transaction may refer to each other, in any order', () => {
    write([
      { create: buildPost('a', { to: buildReference('b') }) },
      { create: buildPost('b', { to: buildReference('a') }) },
    ])
    expect(captureFailure([{ delete: { id: 'a' } }]).types).toContain('documentHasExistingReferencesError')
    write([{ delete: { id: 'a' } }, { delete: { id: 'b' } }])
    expect(dataset.size).toBe(0)
  })

  test('a referenced document can neither be deleted nor change its type', () => {
    write([{ create: buildPost('b') }, { create: buildPost('a', { to: buildReference('b') }) }])
    const { status, body } = captureFailure([{ delete: { id: 'b' } }])
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toContain('"referencingIDs":["a"]')
    expect(captureFailure([{ createOrReplace: { _id: 'b', _type: 'page' } }]).status).toBe(409)
    write([{ delete: { id: 'b' } }, { patch: { id: 'a', unset: ['to'] } }])
    expect(dataset.get('b')).toBeUndefined()
  })
})

describe('transactions', () => {
  test('applies a transaction completely or not at all', () => {
    write([{ create: buildPost('a', { n: 1 }) }])
    const receivedIds: string[] = []
    dataset.subscribe(({ id }) => receivedIds.push(id))
    const { types } = captureFailure([
      { patch: { id: 'a', inc: { n: 1 } } },
      { create: buildPost('b') },
      { patch: { id: 'gone', set: { x: 1 } } },
    ])
    expect(types).toEqual(['mutationError', 'documentNotFoundError'])
    expect(dataset.get('a')?.n).toBe(1)
    expect(dataset.get('b')).toBeUndefined()
    expect(receivedIds).toEqual([])
  })

  test('checks permissions and stores nothing in a dry run', () => {
    expect(write([{ create: buildPost('a') }], { dryRun: true }).results[0]?.operation).toBe('create')
    expect(dataset.size).toBe(0)
    expect(
      captureFailure([{ create: buildPost('a') }], { dryRun: true }, createIdentity('viewer')).status,
    ).toBe(403)
  })

  test.each(['x', [1], [{}], [{ create: 1 }], [{ create: {}, delete: {} }], [{ explode: {} }]])(
    'rejects %j as mutations',
    (mutations) => {
      expect(captureFailure(mutations).status).toBe(400)
    },
  )
})

describe('permissions', () => {
  test.each([
    ['an anonymous caller', null],
    ['a viewer', createIdentity('viewer')],
  ])('rejects every write by %s', (_name, identity) => {
    write([{ create: buildPost('a') }])
    for (const mutation of [
      { create: buildPost('b') },
      { createOrReplace: buildPost('a') },
      { patch: { id: 'a', set: { n: 1 } } },
      { patch: { query: '*', set: { n: 1 } } },
      { delete: { id: 'a' } },
      { delete: { id: 'missing' } },
    ]) {
      expect(captureFailure([mutation], {}, identity)).toMatchObject({
        status: 403,
        types: ['mutationError', 'insufficientPermissionsError'],
      })
    }
    expect(dataset.get('a')).not.toHaveProperty('n')
  })

  test('contributors can write only drafts', () => {
    write([{ create: buildPost('a') }])
    mutate(dataset, createIdentity('contributor'), [
      { createIfNotExists: buildPost('drafts.a') },
      { patch: { id: 'drafts.a', set: { n: 1 } } },
      { create: buildPost('drafts.b') },
      { delete: { id: 'drafts.b' } },
    ])
    expect(dataset.get('drafts.a')).toMatchObject({ n: 1 })
    for (const mutation of [
      { create: buildPost('b') },
      { createOrReplace: buildPost('a') },
      { patch: { id: 'a', set: { n: 1 } } },
      { delete: { id: 'a' } },
    ]) {
      expect(captureFailure([mutation], {}, createIdentity('contributor')).status).toBe(403)
    }
  })
})
