import type { Dataset } from './dataset.ts'
import { alreadyExistsError, badRequest, invalidItemError, notImplemented } from './errors.ts'
import { createDocumentId } from './ids.ts'
import { applyPatch, checkPatch } from './patch.ts'
import { PendingTransaction, type TransactionOptions } from './pendingTransaction.ts'
import { findIds } from './queries.ts'
import type { Identity, SanityDocument } from './types.ts'
import { isObject, isStringArray, type JsonObject, omit } from './values.ts'

const CREATE_OPERATIONS = ['create', 'createOrReplace', 'createIfNotExists'] as const
type CreateOperation = (typeof CREATE_OPERATIONS)[number]

/** The effect of one mutation on one document; `document` is null after a deletion. */
export type MutationResult = {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document: SanityDocument | null
}

/** Whether Sanity accepts a value as `_createdAt`. */
function isIsoTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
}

/**
 * Builds a document with its system fields. Preserves a valid `_createdAt`, for imports. `_updatedAt` and `_rev` are
 * the transaction's. Throws an ItemError for an invalid id or a missing type.
 */
export function buildDocument(transaction: PendingTransaction, attributes: JsonObject): SanityDocument {
  const _id = createDocumentId(attributes._id)
  const { _type } = attributes
  if (typeof _type !== 'string' || _type === '')
    throw invalidItemError(`Document "${_id}" does not have a type`)
  const _createdAt = isIsoTime(attributes._createdAt) ? attributes._createdAt : transaction.documentTime
  return {
    ...attributes,
    _id,
    _type,
    _createdAt,
    _rev: transaction.transactionId,
    _updatedAt: transaction.documentTime,
  }
}

function create(
  transaction: PendingTransaction,
  createOperation: CreateOperation,
  attributes: JsonObject,
): MutationResult {
  const document = buildDocument(transaction, attributes)
  const id = document._id
  const existing = transaction.get(id)
  // Listeners replay this mutation, so it contains the generated id and time.
  const mutation = { [createOperation]: omit(document, ['_rev', '_updatedAt']) }
  if (existing && createOperation === 'create') throw alreadyExistsError(id)
  if (existing && createOperation === 'createIfNotExists') {
    transaction.authorize('read', id)
    transaction.recordUnchanged(id, mutation)
    return { id, operation: 'none', document: existing }
  }
  transaction.authorize(existing ? 'update' : 'create', id)
  const stored = transaction.put(document, mutation)
  return { id, operation: existing ? 'update' : 'create', document: stored }
}

/**
 * Patches one document. Throws an ItemError for an invalid patch, or a document that is missing, has an unexpected
 * revision, or is not writable by the caller. Throws an ApiError (501) for a path to several values.
 */
export function patchDocument(
  transaction: PendingTransaction,
  id: string,
  patch: JsonObject,
): SanityDocument {
  transaction.authorize('update', id)
  const document = transaction.requireDocument(id)
  transaction.requireRevision(document, patch.ifRevisionID, id)
  const operations = omit(patch, ['id', 'query', 'params'])
  return transaction.put(applyPatch(document, operations), { patch: { id, ...operations } })
}

/** The ids of the documents to patch or delete: given, or found by a query in the committed dataset. */
function selectIds(transaction: PendingTransaction, { id, query, params }: JsonObject): readonly string[] {
  if (typeof query === 'string') {
    const request = { query, params: isObject(params) ? params : {}, identity: transaction.identity }
    return findIds(transaction.dataset, request)
  }
  if (typeof id === 'string' && id !== '') return [id]
  if (isStringArray(id)) return id
  throw invalidItemError('A patch or deletion needs an "id" or a "query"')
}

function patch(transaction: PendingTransaction, body: JsonObject): MutationResult[] {
  checkPatch(body)
  // An earlier mutation of the transaction may have deleted a document that the query found.
  const ids = selectIds(transaction, body).filter((id) => body.query === undefined || transaction.get(id))
  return ids.map((id) => ({ id, operation: 'update', document: patchDocument(transaction, id, body) }))
}

function remove(transaction: PendingTransaction, body: JsonObject): MutationResult[] {
  if (body.purge !== undefined && body.purge !== false) throw notImplemented('Purging history ("purge")')
  return selectIds(transaction, body).map((id) => {
    transaction.authorize('update', id)
    const exists = transaction.get(id) !== null
    if (exists) transaction.remove(id, { delete: { id } })
    return { id, operation: exists ? 'delete' : 'none', document: null }
  })
}

function applyMutation(transaction: PendingTransaction, mutation: unknown): MutationResult[] {
  const [operationEntry, ...extraEntries] = isObject(mutation) ? Object.entries(mutation) : []
  if (!operationEntry || extraEntries.length > 0)
    throw invalidItemError('A mutation must be an object with exactly one operation')
  const [operation, body] = operationEntry
  if (!isObject(body)) throw invalidItemError(`"${operation}" must be an object`)
  const createOperation = CREATE_OPERATIONS.find((name) => name === operation)
  if (createOperation) return [create(transaction, createOperation, body)]
  if (operation === 'patch') return patch(transaction, body)
  if (operation === 'delete') return remove(transaction, body)
  throw invalidItemError(`Unknown mutation "${operation}"`)
}

/**
 * Applies mutations in order, all or none (https://www.sanity.io/docs/http-reference/mutation). With `dryRun`, the mutations
 * are checked and nothing is stored. Throws an ApiError: 400 malformed, 403 forbidden, 408 slow query, 409 conflict,
 * 501 unsupported.
 */
export function mutate(
  dataset: Dataset,
  identity: Identity,
  mutations: unknown,
  options: TransactionOptions = {},
): { transactionId: string; results: MutationResult[] } {
  if (!Array.isArray(mutations)) throw badRequest('"mutations" must be an array')
  const transaction = new PendingTransaction(dataset, identity, options)
  const results: MutationResult[] = []
  transaction.applyAndCommit('mutationError', mutations, (mutation) =>
    results.push(...applyMutation(transaction, mutation)),
  )
  return { transactionId: transaction.transactionId, results }
}
