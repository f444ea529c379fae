import { withArrayKeys } from './arrayKeys.ts'
import type { Dataset } from './dataset.ts'
import { badRequest, ItemError, notImplemented, requestError } from './errors.ts'
import { idForCreation } from './ids.ts'
import { applyPatch, checkPatch, withPatchKeys } from './patch.ts'
import { idsFoundBy, type QueryRequest } from './queries.ts'
import type { Identity, SanityDocument } from './types.ts'
import { isObject, isStringArray, type JsonObject, omit } from './values.ts'
import { WorkingSet } from './workingSet.ts'

const CREATIONS = ['create', 'createOrReplace', 'createIfNotExists'] as const
type Creation = (typeof CREATIONS)[number]
const DELETION = ['id', 'query', 'params', 'purge']

/** What one mutation did to one document; `document` is null when it was deleted. */
export type MutationResult = {
  id: string
  operation: 'create' | 'update' | 'delete' | 'none'
  document: SanityDocument | null
}

/** Parameters of a mutate request, parsed. */
export type MutateOptions = {
  transactionId?: string
  dryRun?: boolean
  autoGenerateArrayKeys?: boolean
  tag?: string
}

function validation(description: string): ItemError {
  return new ItemError({ type: 'validationError', description }, 400)
}

/** Whether a string is a time that Sanity takes for `_createdAt`. */
function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
}

/**
 * A document as it is created: with its id, its type and its system fields. A given `_createdAt` is kept, as an import
 * brings it; `_updatedAt` and `_rev` are always the server's. Throws an ItemError on a bad id or a missing type.
 */
export function newDocument(set: WorkingSet, attributes: JsonObject): SanityDocument {
  const _id = idForCreation(attributes._id)
  const { _type } = attributes
  if (typeof _type !== 'string' || _type === '') throw validation(`Document "${_id}" does not have a type`)
  const _createdAt = isTime(attributes._createdAt) ? attributes._createdAt : set.seconds
  return { ...attributes, _id, _type, _createdAt, _rev: set.transactionId, _updatedAt: set.seconds }
}

function create(set: WorkingSet, creation: Creation, attributes: JsonObject): MutationResult {
  const document = newDocument(set, attributes)
  const id = document._id
  const existing = set.get(id)
  // Listeners replay what is written here, so it carries what the server made up.
  const mutation = { [creation]: omit(document, ['_rev', '_updatedAt']) }
  if (existing && creation === 'create') {
    throw new ItemError({
      type: 'documentAlreadyExistsError',
      description: `Document by ID "${id}" already exists`,
      id,
    })
  }
  if (existing && creation === 'createIfNotExists') {
    set.authorize('read', id)
    set.note(id, mutation)
    return { id, operation: 'none', document: existing }
  }
  set.authorize(existing ? 'update' : 'create', id)
  const stored = set.put(document, mutation)
  return { id, operation: existing ? 'update' : 'create', document: stored }
}

/** Patches one document; exported for the edit action. Throws an ItemError when there is none or it changed. */
export function patchDocument(set: WorkingSet, id: string, patch: JsonObject): SanityDocument {
  set.authorize('update', id)
  const document = set.require(id)
  set.requireRevision(document, patch.ifRevisionID, id)
  const operations = omit(patch, ['id', 'query', 'params'])
  return set.put(applyPatch(document, operations), { patch: { id, ...operations } })
}

/** The query by which a mutation says what it is about; null for one that has none. */
export function queryOf(mutation: unknown, identity: Identity): QueryRequest | null {
  if (!isObject(mutation)) return null
  const body = mutation.patch ?? mutation.delete
  if (!isObject(body) || typeof body.query !== 'string') return null
  return { query: body.query, params: isObject(body.params) ? body.params : {}, identity }
}

/** The ids that a patch or delete is about: given ones, or those of what its query finds in the committed dataset. */
function selectedIds(
  set: WorkingSet,
  what: 'patch' | 'delete',
  selection: JsonObject,
): { ids: readonly string[]; byQuery: boolean } {
  const { id } = selection
  const request = queryOf({ [what]: selection }, set.identity)
  if (request) {
    return { ids: idsFoundBy(set.dataset, request), byQuery: true }
  }
  if (typeof id === 'string' && id !== '') return { ids: [id], byQuery: false }
  if (isStringArray(id)) return { ids: id, byQuery: false }
  throw validation(`"${what}" needs an "id" or a "query"`)
}

function patch(set: WorkingSet, body: JsonObject): MutationResult[] {
  checkPatch(body)
  const { ids, byQuery } = selectedIds(set, 'patch', body)
  const results: MutationResult[] = []
  for (const id of ids) {
    if (byQuery && set.get(id) === null) continue
    results.push({ id, operation: 'update', document: patchDocument(set, id, body) })
  }
  return results
}

function remove(set: WorkingSet, body: JsonObject): MutationResult[] {
  const unknown = Object.keys(body).find((key) => !DELETION.includes(key))
  if (unknown !== undefined) throw validation(`Unknown attribute "${unknown}" of "delete"`)
  if (body.purge !== undefined && body.purge !== false) throw notImplemented('Purging history ("purge")')
  const results: MutationResult[] = []
  for (const id of selectedIds(set, 'delete', body).ids) {
    set.authorize('update', id)
    const isThere = set.get(id) !== null
    if (isThere) set.remove(id, { delete: { id } })
    results.push({ id, operation: isThere ? 'delete' : 'none', document: null })
  }
  return results
}

function applyMutation(set: WorkingSet, mutation: unknown, keys: boolean): MutationResult[] {
  if (!isObject(mutation)) throw validation('A mutation must be an object')
  const [operation, ...others] = Object.keys(mutation)
  if (operation === undefined || others.length > 0) {
    throw validation('A mutation must have exactly one operation')
  }
  const body = mutation[operation]
  if (!isObject(body)) throw validation(`"${operation}" must be an object`)
  const creation = CREATIONS.find((name) => name === operation)
  if (creation) {
    const attributes = keys ? withArrayKeys(body) : body
    return [create(set, creation, isObject(attributes) ? attributes : body)]
  }
  if (operation === 'patch') return patch(set, keys ? withPatchKeys(body) : body)
  if (operation === 'delete') return remove(set, body)
  throw validation(`Unknown mutation "${operation}"`)
}

function applyMutations(set: WorkingSet, mutations: unknown, options: MutateOptions): MutationResult[] {
  if (!Array.isArray(mutations)) throw badRequest('"mutations" must be an array')
  const results: MutationResult[] = []
  const failures: { index: number; error: ItemError }[] = []
  for (const [index, mutation] of mutations.entries()) {
    set.index = index
    try {
      results.push(...applyMutation(set, mutation, options.autoGenerateArrayKeys === true))
    } catch (error) {
      if (!(error instanceof ItemError)) throw error
      failures.push({ index, error })
    }
  }
  if (failures.length === 0) failures.push(...set.integrityFailures())
  if (failures.length > 0) throw requestError('mutationError', failures)
  return results
}

/** What a request to mutate is answered with. */
export type Mutated = { transactionId: string; results: MutationResult[] }

/**
 * Applies mutations in order, all or none (https://www.sanity.io/docs/http-reference/mutation). With `dryRun` nothing
 * is stored, though everything is checked. Throws an ApiError: 400 malformed, 403 not permitted, 408 on a query that takes
 * too long, 409 conflicts, 501 on what the lake doesn't have.
 */
export function mutate(
  dataset: Dataset,
  identity: Identity,
  mutations: unknown,
  options: MutateOptions = {},
): Mutated {
  const set = new WorkingSet(dataset, identity, options)
  const results = applyMutations(set, mutations, options)
  if (options.dryRun !== true) set.commit()
  return { transactionId: set.transactionId, results }
}
