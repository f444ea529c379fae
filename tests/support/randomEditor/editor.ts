import { isDeepStrictEqual } from 'node:util'
import type { SanityClient } from '@sanity/client'
import { type SchemaType, validateDocument, type Workspace } from 'sanity'
import { isFixed } from '@/lib/content/fixedDocuments'
import { findLostPath } from '@/lib/content/routing/landingPageRules'
import { allPages, isListed } from '@/lib/pages'
import { findInboundLinks } from '@/studio/checks/inboundLinks'
import { getSiteTypes } from '@/studio/documentTitle'
import { readChanges, readPublished, restoreDocuments } from '@/studio/tools/siteRestore/history'
import { findDocumentViolations, findSiteViolations } from '@/studio/tools/siteRestore/violations'
import { type ContentDocument, type ContentObject, isObject } from '../contentVariants/documents.ts'
import type { Random } from '../random.ts'
import {
  abbreviate,
  collectItems,
  correctValue,
  createDocument,
  editValue,
  listDifferences,
  type ValidationError,
} from './edits.ts'
import type { Materials } from './values.ts'

/** The description of a step, and the id of its transaction on published documents, if any. */
export type Step = { description: string; transaction?: string | undefined }

/** A simulated editor with random actions in the Studio. */
export type Editor = {
  /** Takes one random step. */
  takeStep(): Promise<Step>
  /** The published documents, by id. */
  published: ReadonlyMap<string, ContentDocument>
  /**
   * Reverts the last change of published documents, discards their drafts, and removes the latest version of each from
   * those that the editor can publish again.
   */
  revert(): Promise<void>
}

type EditorOptions = {
  /** A client with write access that sees drafts. */
  client: SanityClient
  workspace: Workspace
  random: Random
  /** More content from which array items can be pasted, see `contentVariants/samples.ts`. */
  samples: readonly unknown[]
}

/** The number of published documents of a type at which the editor creates no more of them. */
const maxDocumentsPerType = 5

/** The maximum number of attempts to correct validation errors, or violations of a site restore. */
const maxCorrections = 5

/**
 * Creates a random editor. The editor only takes steps that the Studio's forms and buttons offer, and does not publish
 * invalid documents.
 */
export async function createEditor({ client, workspace, random, samples }: EditorOptions): Promise<Editor> {
  const types = getSiteTypes(workspace.schema)
  const storedDocuments = await client.fetch<ContentDocument[]>(
    '*[_type in $types && _id in path("*")] | order(_id)',
    { types },
  )
  const published = new Map(storedDocuments.map((document) => [document._id, removeSystemFields(document)]))
  const drafts = new Map<string, ContentDocument>()
  const versions = new Map([...published].map(([id, document]) => [id, [document]]))
  const assets = await client.fetch<{ _id: string; _type: string; isVideo: boolean }[]>(
    '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{_id, _type, "isVideo": mimeType match "video*"} | order(_id)',
  )
  const pictures = assets.filter(({ _type }) => _type === 'sanity.imageAsset').map(({ _id }) => _id)
  const videos = assets.filter(({ isVideo }) => isVideo).map(({ _id }) => _id)
  const creatableTypes = types.filter((type) => !isFixed(type))
  let createdCount = 0
  let stateBeforeLastChange: Map<string, ContentDocument | undefined> = new Map()
  /** The times of the editor's publishes, to which the site can be restored. */
  const publishTimes: string[] = []

  const getType = (document: ContentDocument): SchemaType => {
    const type = workspace.schema.get(document._type)
    if (!type) throw new Error(`The schema has no ${document._type}.`)
    return type
  }

  function collectMaterials(): Materials {
    const landingPages = [...published.values(), ...drafts.values()].flatMap(({ path }) =>
      typeof path === 'string' && path.startsWith('/') ? [path] : [],
    )
    const copies = new Map<string, ContentObject[]>()
    for (const item of collectItems([...published.values(), ...samples])) {
      copies.set(item._type, [...(copies.get(item._type) ?? []), item])
    }
    const pages = [...new Set([...allPages.filter(isListed).map(({ path }) => path), ...landingPages])]
    return { random, pages, pictures, videos, copies }
  }

  async function listErrors(draft: ContentDocument): Promise<ValidationError[]> {
    const timestamp = '2026-01-01T00:00:00Z'
    const markers = await validateDocument({
      document: {
        ...draft,
        _id: `drafts.${draft._id}`,
        _rev: 'r1',
        _createdAt: timestamp,
        _updatedAt: timestamp,
      },
      workspace,
      environment: 'studio',
      getDocumentExists: async ({ id }) => published.has(id) || assets.some(({ _id }) => _id === id),
    })
    const errors = markers.filter(({ level }) => level === 'error')
    // Sorted, so that runs with the same seed are equal.
    return errors
      .map(({ path, message }) => ({ path, message }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }

  async function saveDraft(draft: ContentDocument): Promise<ContentDocument> {
    const savedDraft = withFormerPath(draft, published.get(draft._id))
    drafts.set(draft._id, savedDraft)
    await client.createOrReplace({ ...savedDraft, _id: `drafts.${savedDraft._id}` })
    return savedDraft
  }

  async function discardDraft(id: string): Promise<void> {
    if (drafts.delete(id)) await client.delete(`drafts.${id}`)
  }

  /** Corrects a document's errors, which disable the Studio's button. Publishes it if none remain and it changed. */
  async function publish(changedDocument: ContentDocument): Promise<Step> {
    const id = changedDocument._id
    let draft = await saveDraft(changedDocument)
    let errors = await listErrors(draft)
    for (let attempt = 0; errors.length > 0 && attempt < maxCorrections; attempt += 1) {
      let nextDraft: unknown = draft
      for (const error of errors) {
        nextDraft = correctValue(getType(draft), nextDraft, error, published.get(id), collectMaterials())
      }
      draft = await saveDraft({ ...(isObject(nextDraft) ? nextDraft : {}), _id: id, _type: draft._type })
      errors = await listErrors(draft)
    }
    const [error] = errors
    if (error) {
      if (random.chance(0.6)) await discardDraft(id)
      return { description: `refused: ${error.message}` }
    }
    const before = published.get(id)
    if (isDeepStrictEqual(before, draft)) {
      await discardDraft(id)
      return { description: 'unchanged' }
    }
    const { transactionId } = await client.action({
      actionType: 'sanity.action.document.publish',
      draftId: `drafts.${id}`,
      publishedId: id,
    })
    drafts.delete(id)
    stateBeforeLastChange = new Map([[id, before]])
    published.set(id, draft)
    versions.set(id, [...(versions.get(id) ?? []), draft].slice(-20))
    const publishedDocument = await client.getDocument(id)
    if (publishedDocument) publishTimes.push(publishedDocument._updatedAt)
    return {
      description: `published ${before ? listDifferences(before, draft).join('; ') : abbreviate(draft)}`,
      transaction: transactionId,
    }
  }

  /** Unpublishes or deletes a document, unless the Studio blocks it. */
  async function removeDocument(id: string, shouldDelete: boolean): Promise<Step> {
    const document = published.get(id)
    if (!document) return { description: 'not published' }
    const otherDocuments = [...published.values()].filter((other) => other._id !== id)
    if (document._type === 'landingPage' && findInboundLinks(document, otherDocuments).length > 0) {
      return { description: 'not removed, since other pages link to it' }
    }
    const draftId = `drafts.${id}`
    const { transactionId } = await client.action(
      shouldDelete
        ? { actionType: 'sanity.action.document.delete', publishedId: id, includeDrafts: [draftId] }
        : { actionType: 'sanity.action.document.unpublish', publishedId: id, draftId },
    )
    if (shouldDelete) drafts.delete(id)
    else drafts.set(id, drafts.get(id) ?? document)
    stateBeforeLastChange = new Map([[id, document]])
    published.delete(id)
    return { description: shouldDelete ? 'deleted' : 'unpublished', transaction: transactionId }
  }

  /** Restores the site to an earlier time, with a random selection of the documents that cause no violation. */
  async function restoreSite(): Promise<Step> {
    const time = pickFrom(publishTimes.slice(-10))
    if (time === undefined) return { description: 'nothing to restore' }
    const storedDocuments = await readPublished(client, types)
    const changes = await readChanges(client, time, types, storedDocuments)
    const documentViolations = await findDocumentViolations(changes, storedDocuments, (document) =>
      validateDocument({ document, workspace, environment: 'studio' }),
    )
    let selected = changes.filter(
      ({ id }) => random.chance(0.8) && !documentViolations.some((violation) => violation.id === id),
    )
    let violations = findSiteViolations(selected, storedDocuments)
    for (let attempt = 0; violations.length > 0 && attempt < maxCorrections; attempt += 1) {
      // When the restored documents would break only documents that are not selected, a random one is deselected.
      const violatingChange =
        selected.find(({ id }) => violations.some((violation) => violation.id === id)) ?? pickFrom(selected)
      selected = selected.filter((change) => change !== violatingChange)
      violations = findSiteViolations(selected, storedDocuments)
    }
    if (violations.length > 0 || selected.length === 0) return { description: `not restored to ${time}` }
    const transaction = await restoreDocuments(client, selected)
    stateBeforeLastChange = new Map(selected.map(({ id }) => [id, published.get(id)]))
    for (const { id } of selected) {
      const document = await client.getDocument(id)
      if (document) {
        published.set(id, removeSystemFields(document))
        versions.set(id, [...(versions.get(id) ?? []), removeSystemFields(document)].slice(-20))
      } else published.delete(id)
    }
    return {
      description: `restored to ${time}: ${selected.map(({ id, kind }) => `${id} ${kind}`).join(', ')}`,
      transaction,
    }
  }

  const pickFrom = <Item>(items: readonly Item[]): Item | undefined => items[random.number(items.length)]

  /** Picks the next document, with a preference for types that editors can create and delete. */
  function pickDocument(): ContentDocument {
    const all = new Map([...published, ...drafts])
    const creatableDocuments = [...all.values()].filter(({ _type }) => creatableTypes.includes(_type))
    const document =
      (random.chance(0.25) ? pickFrom(creatableDocuments) : undefined) ?? pickFrom([...all.values()])
    if (!document) throw new Error('There is nothing to edit.')
    return document
  }

  async function changeDocument(document: ContentDocument): Promise<Step> {
    let nextDraft = document
    const descriptions: string[] = []
    for (let count = random.pick([1, 1, 1, 2, 4]); count > 0; count -= 1) {
      const { value, description } = editValue(getType(nextDraft), nextDraft, collectMaterials())
      if (isObject(value)) nextDraft = { ...value, _id: document._id, _type: document._type }
      descriptions.push(`${document._id}${description}`)
    }
    if (random.chance(0.15)) {
      await saveDraft(nextDraft)
      return { description: `${descriptions.join('; ')}; left as a draft` }
    }
    const { description, transaction } = await publish(nextDraft)
    return { description: `${descriptions.join('; ')}; ${description}`, transaction }
  }

  async function addDocument(document: ContentObject, type: string): Promise<Step> {
    createdCount += 1
    const newDocument = { ...document, _id: `random-${createdCount}`, _type: type }
    const { description, transaction } = await publish(newDocument)
    return {
      description: `${newDocument._id} created as ${abbreviate(document)}; ${description}`,
      transaction,
    }
  }

  async function takeStep(): Promise<Step> {
    const percent = random.number(100)
    const type = pickFrom(creatableTypes)
    const documentsOfType = [...published.values()].filter((document) => document._type === type)
    if (type !== undefined && percent < 8 && documentsOfType.length < maxDocumentsPerType) {
      const schemaType = workspace.schema.get(type)
      return addDocument(schemaType ? createDocument(schemaType, collectMaterials()) : {}, type)
    }
    if (percent >= 97) return restoreSite()
    const document = pickDocument()
    const { _id, _type } = document
    const name = `${_id}: `
    if (percent < 20 && !isFixed(_type)) {
      if (percent < 12 && documentsOfType.length < maxDocumentsPerType) return addDocument(document, _type)
      const { description, transaction } = await removeDocument(_id, percent < 16)
      return { description: `${name}${description}`, transaction }
    }
    if (percent < 22) {
      await discardDraft(_id)
      return { description: `${name}draft discarded` }
    }
    if (percent < 29) {
      const olderVersion = pickFrom(versions.get(_id) ?? [])
      const { description, transaction } = await publish(olderVersion ?? document)
      return { description: `${name}an older version; ${description}`, transaction }
    }
    return changeDocument(document)
  }

  async function revert(): Promise<void> {
    for (const [id, before] of stateBeforeLastChange) {
      await discardDraft(id)
      versions.set(id, (versions.get(id) ?? []).slice(0, -1))
      if (before) {
        published.set(id, before)
        await client.createOrReplace(before)
      } else {
        published.delete(id)
        await client.delete(id)
      }
    }
    stateBeforeLastChange = new Map()
  }

  return { takeStep, published, revert }
}

/** Removes the fields that the Content Lake sets, except `_id` and `_type`. */
function removeSystemFields({
  _rev,
  _createdAt,
  _updatedAt,
  _system,
  ...content
}: ContentDocument): ContentDocument {
  return content
}

/** Adds the former path after a change of a landing page's path, as `FormerPathsInput` does. */
function withFormerPath(draft: ContentDocument, published: ContentDocument | undefined): ContentDocument {
  if (draft._type !== 'landingPage') return draft
  const publishedPath = published?.path
  const lostPath = findLostPath(
    draft.path,
    draft.formerPaths,
    typeof publishedPath === 'string' ? publishedPath : undefined,
  )
  const formerPaths = Array.isArray(draft.formerPaths) ? draft.formerPaths : []
  return lostPath ? { ...draft, formerPaths: [...formerPaths, lostPath] } : draft
}
