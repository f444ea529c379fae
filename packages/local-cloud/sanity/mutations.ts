import { addArrayKeys } from './arrayKeys.ts'
import type { Dataset } from './dataset.ts'
import { alreadyExists, badRequest, invalid, notImplemented } from './errors.ts'
import { createDocumentId } from './ids.ts'
import { addPatchKeys, applyPatch, checkPatch } from './patch.ts'
import { findIds } from './queries.ts'
import type { Identity, SanityDocument } from './types.ts'
import { isObject, isStringArray, type JsonObject, omit } from './values.ts'
import { type TransactionOptions, WorkingSet } from './workingSet.ts'

const CREATIONS = ['create', 'createOrReplace', 'createIfNotExists'] as const
type Creation = (typeof CREATIONS)[number]

/** The effect of one mutation on one document; `document` is null after a deletion. */
export type MutationResult = {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document: SanityDocument | null
}

export type MutateOptions = TransactionOptions & { autoGenerateArrayKeys?: boolean }

/** Whether Sanity accepts a value as `_createdAt`. */
function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
}

/**
 * A new document with its system fields. A given `_createdAt` stays, for imports; `_updatedAt` and `_rev` are always the
 * server's. Throws an ItemError for an invalid id or a missing type.
 */
export function buildDocument(set: WorkingSet, attributes: JsonObject): SanityDocument {
  const _id = createDocumentId(attributes._id)
  const { _type } = attributes
  if (typeof _type !== 'string' || _type === '') throw invalid(`Document "${_id}" does not have a type`)
  const _createdAt = isTime(attributes._createdAt) ? attributes._createdAt : set.seconds
  return { ...attributes, _id, _type, _createdAt, _rev: set.transactionId, _updatedAt: set.seconds }
}

function create(set: WorkingSet, creation: Creation, attributes: JsonObject): MutationResult {
  const document = buildDocument(set, attributes)
  const id = document._id
  const existing = set.get(id)
  // Listeners replay this mutation, so it holds the generated id and time.
  const mutation = { [creation]: omit(document, ['_rev', '_updatedAt']) }
  if (existing && creation === 'create') throw alreadyExists(id)
  if (existing && creation === 'createIfNotExists') {
    set.authorize('read', id)
    set.note(id, mutation)
    return { id, operation: 'none', document: existing }
  }
  set.authorize(existing ? 'update' : 'create', id)
  const stored = set.put(document, mutation)
  return { id, operation: existing ? 'update' : 'create', document: stored }
}

/** Patches one document. Throws an ItemError when it doesn't exist or has another revision than expected. */
export function patchDocument(set: WorkingSet, id: string, patch: JsonObject): SanityDocument {
  set.authorize('update', id)
  const document = set.require(id)
  set.requireRevision(document, patch.ifRevisionID, id)
  const operations = omit(patch, ['id', 'query', 'params'])
  return set.put(applyPatch(document, operations), { patch: { id, ...operations } })
}

/** The ids that a patch or deletion selects: given ones, or the results of its query on the committed dataset. */
function selectIds(set: WorkingSet, { id, query, params }: JsonObject): readonly string[] {
  if (typeof query === 'string') {
    const request = { query, params: isObject(params) ? params : {}, identity: set.identity }
    return findIds(set.dataset, request)
  }
  if (typeof id === 'string' && id !== '') return [id]
  if (isStringArray(id)) return id
  throw invalid('A patch or deletion needs an "id" or a "query"')
}

function patch(set: WorkingSet, body: JsonObject): MutationResult[] {
  checkPatch(body)
  // An earlier mutation of the transaction may have deleted a result of the query.
  const ids = selectIds(set, body).filter((id) => body.query === undefined || set.get(id))
  return ids.map((id) => ({ id, operation: 'update', document: patchDocument(set, id, body) }))
}

function remove(set: WorkingSet, body: JsonObject): MutationResult[] {
  if (body.purge !== undefined && body.purge !== false) throw notImplemented('Purging history ("purge")')
  return selectIds(set, body).map((id) => {
    set.authorize('update', id)
    const exists = set.get(id) !== null
    if (exists) set.remove(id, { delete: { id } })
    return { id, operation: exists ? 'delete' : 'none', document: null }
  })
}

function applyMutation(set: WorkingSet, mutation: unknown, keys: boolean): MutationResult[] {
  const [entry, ...others] = isObject(mutation) ? Object.entries(mutation) : []
  if (!entry || others.length > 0) throw invalid('A mutation must be an object with exactly one operation')
  const [operation, body] = entry
  if (!isObject(body)) throw invalid(`"${operation}" must be an object`)
  const creation = CREATIONS.find((name) => name === operation)
  if (creation) {
    const attributes = keys ? addArrayKeys(body) : body
    return [create(set, creation, isObject(attributes) ? attributes : body)]
  }
  if (operation === 'patch') return patch(set, keys ? addPatchKeys(body) : body)
  if (operation === 'delete') return remove(set, body)
  throw invalid(`Unknown mutation "${operation}"`)
}

/**
 * Applies mutations in order, all or none (https://www.sanity.io/docs/http-reference/mutation). With `dryRun` everything is
 * checked and nothing stored. Throws an ApiError: 400 malformed, 403 not permitted, 408 for a slow query, 409 conflicts, 501
 * not supported.
 */
export function mutate(
  dataset: Dataset,
  identity: Identity,
  mutations: unknown,
  options: MutateOptions = {},
): { transactionId: string; results: MutationResult[] } {
  if (!Array.isArray(mutations)) throw badRequest('"mutations" must be an array')
  const set = new WorkingSet(dataset, identity, options)
  const results: MutationResult[] = []
  set.applyAll('mutationError', mutations, (mutation) =>
    results.push(...applyMutation(set, mutation, options.autoGenerateArrayKeys === true)),
  )
  return { transactionId: set.transactionId, results }
}
