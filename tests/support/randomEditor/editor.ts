import { isDeepStrictEqual } from 'node:util'
import type { SanityClient } from '@sanity/client'
import { type SchemaType, validateDocument, type Workspace } from 'sanity'
import { findInboundLinks } from '@/lib/content/checks/inboundLinks'
import { isFixed } from '@/lib/content/fixedDocuments'
import { findLostPath } from '@/lib/content/landingPageRules'
import { allPages, isListed } from '@/lib/pages'
import { getSiteTypes } from '@/studio/documentTitle'
import { findDocumentViolations } from '@/studio/siteRestore/documentViolations'
import { readChanges, readPublished, restoreDocuments } from '@/studio/siteRestore/history'
import { findSiteViolations } from '@/studio/siteRestore/plan'
import { readTransactionLog } from '@/studio/transactionLog'
import { type ContentDocument, type ContentObject, isObject } from '../contentVariants/documents.ts'
import type { Random } from '../random.ts'
import { corrected, differences, edited, itemsIn, newDocument, type Objection, short } from './edits.ts'
import type { Materials } from './values.ts'

/** The description of a step, and the id of its publishing transaction, if any. */
export type Step = { what: string; transaction?: string | undefined }

/** A simulated editor with random actions in the Studio. */
export type Editor = {
  step(): Promise<Step>
  /** The published documents, by id. */
  published: ReadonlyMap<string, ContentDocument>
  /** Reverts the last change of published documents, and removes it from the history. */
  revert(): Promise<void>
}

type EditorOptions = {
  /** A client with write access that sees drafts. */
  client: SanityClient
  workspace: Workspace
  random: Random
  /** More items to paste, see `contentVariants/samples.ts`. */
  samples: readonly unknown[]
}

/** The maximum number of documents of a type that editors can create. */
const maxDocumentsPerType = 5

/** The maximum number of attempts to correct validation errors. */
const maxCorrections = 5

/**
 * Opens the Studio for a random editor. It only takes steps that the forms and buttons offer; invalid documents stay
 * drafts.
 */
export async function openStudio({ client, workspace, random, samples }: EditorOptions): Promise<Editor> {
  const types = getSiteTypes(workspace.schema)
  const stored = await client.fetch<ContentDocument[]>(
    '*[_type in $types && _id in path("*")] | order(_id)',
    { types },
  )
  const published = new Map(stored.map((document) => [document._id, getContent(document)]))
  const drafts = new Map<string, ContentDocument>()
  const versions = new Map([...published].map(([id, document]) => [id, [document]]))
  const assets = await client.fetch<{ _id: string; _type: string; isVideo: boolean }[]>(
    '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{_id, _type, "isVideo": mimeType match "video*"} | order(_id)',
  )
  const pictures = assets.filter(({ _type }) => _type === 'sanity.imageAsset').map(({ _id }) => _id)
  const videos = assets.filter(({ isVideo }) => isVideo).map(({ _id }) => _id)
  const creatableTypes = types.filter((type) => !isFixed(type))
  let created = 0
  let undo: Map<string, ContentDocument | undefined> = new Map()
  /** Publication times in milliseconds, so that a seed always restores the same states. */
  const publishTimes: string[] = []

  const getType = (document: ContentDocument): SchemaType => {
    const type = workspace.schema.get(document._type)
    if (!type) throw new Error(`The schema has no ${document._type}.`)
    return type
  }

  function materials(): Materials {
    const landingPages = [...published.values(), ...drafts.values()].flatMap(({ path }) =>
      typeof path === 'string' && path.startsWith('/') ? [path] : [],
    )
    const copies = new Map<string, ContentObject[]>()
    for (const item of itemsIn([...published.values(), ...samples])) {
      copies.set(item._type, [...(copies.get(item._type) ?? []), item])
    }
    const pages = [...new Set([...allPages.filter(isListed).map(({ path }) => path), ...landingPages])]
    return { random, pages, pictures, videos, copies }
  }

  async function listErrors(draft: ContentDocument): Promise<Objection[]> {
    const written = '2026-01-01T00:00:00Z'
    const markers = await validateDocument({
      document: {
        ...draft,
        _id: `drafts.${draft._id}`,
        _rev: 'r1',
        _createdAt: written,
        _updatedAt: written,
      },
      workspace,
      environment: 'studio',
      getDocumentExists: async ({ id }) => published.has(id) || assets.some(({ _id }) => _id === id),
    })
    const errors = markers.filter(({ level }) => level === 'error')
    // A fixed order, so that runs with the same seed are equal.
    return errors
      .map(({ path, message }) => ({ path, message }))
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }

  async function saveDraft(draft: ContentDocument): Promise<ContentDocument> {
    const shown = withFormerPath(draft, published.get(draft._id))
    drafts.set(draft._id, shown)
    await client.createOrReplace({ ...shown, _id: `drafts.${shown._id}` })
    return shown
  }

  async function discard(id: string): Promise<void> {
    if (drafts.delete(id)) await client.delete(`drafts.${id}`)
  }

  /** Presses Publish, and while it is disabled corrects the form's findings. */
  async function publish(first: ContentDocument): Promise<Step> {
    const id = first._id
    let draft = await saveDraft(first)
    let errors = await listErrors(draft)
    for (let tries = 0; errors.length > 0 && tries < maxCorrections; tries += 1) {
      let next: unknown = draft
      for (const error of errors) {
        next = corrected(getType(draft), next, error, published.get(id), materials())
      }
      draft = await saveDraft({ ...(isObject(next) ? next : {}), _id: id, _type: draft._type })
      errors = await listErrors(draft)
    }
    const [error] = errors
    if (error) {
      if (random.chance(0.6)) await discard(id)
      return { what: `refused: ${error.message}` }
    }
    const before = published.get(id)
    if (isDeepStrictEqual(before, draft)) {
      await discard(id)
      return { what: 'as it was' }
    }
    const { transactionId } = await client.action({
      actionType: 'sanity.action.document.publish',
      draftId: `drafts.${id}`,
      publishedId: id,
    })
    drafts.delete(id)
    undo = new Map([[id, before]])
    published.set(id, draft)
    versions.set(id, [...(versions.get(id) ?? []), draft].slice(-20))
    const only = { fromTransaction: transactionId, toTransaction: transactionId }
    const [written] = await readTransactionLog(client, `/${id}`, only)
    if (written) publishTimes.push(written.timestamp)
    return {
      what: `published ${before ? differences(before, draft).join('; ') : short(draft)}`,
      transaction: transactionId,
    }
  }

  /** Unpublishes or deletes a document, unless the Studio blocks it. */
  async function remove(id: string, isDeleted: boolean): Promise<Step> {
    const document = published.get(id)
    if (!document) return { what: 'not published' }
    const others = [...published.values()].filter((one) => one._id !== id)
    if (document._type === 'landingPage' && findInboundLinks(document, others).length > 0) {
      return { what: 'kept, since links lead there' }
    }
    const draftId = `drafts.${id}`
    const { transactionId } = await client.action(
      isDeleted
        ? { actionType: 'sanity.action.document.delete', publishedId: id, includeDrafts: [draftId] }
        : { actionType: 'sanity.action.document.unpublish', publishedId: id, draftId },
    )
    if (isDeleted) drafts.delete(id)
    else drafts.set(id, drafts.get(id) ?? document)
    undo = new Map([[id, document]])
    published.delete(id)
    return { what: isDeleted ? 'deleted' : 'unpublished', transaction: transactionId }
  }

  /** Restores the site to an earlier time, with the selected documents that cause no violation. */
  async function putSiteBack(): Promise<Step> {
    const time = pickFrom(publishTimes.slice(-10))
    if (time === undefined) return { what: 'nothing to put back' }
    const [changes, stored] = await Promise.all([
      readChanges(client, time, types),
      readPublished(client, types),
    ])
    const own = await findDocumentViolations(client, changes, stored, (document) =>
      validateDocument({ document, workspace, environment: 'studio' }),
    )
    let selected = changes.filter(
      ({ id }) => random.chance(0.8) && !own.some((violation) => violation.id === id),
    )
    let violations = findSiteViolations(selected, stored)
    for (let tries = 0; violations.length > 0 && tries < maxCorrections; tries += 1) {
      // When the restored state would break another page, that page is deselected, too.
      const violating =
        selected.find(({ id }) => violations.some((one) => one.id === id)) ?? pickFrom(selected)
      selected = selected.filter((one) => one !== violating)
      violations = findSiteViolations(selected, stored)
    }
    if (violations.length > 0 || selected.length === 0) return { what: `not put back to ${time}` }
    const since = await restoreDocuments(client, selected)
    undo = new Map(selected.map(({ id }) => [id, published.get(id)]))
    for (const { id } of selected) {
      const document = await client.getDocument(id)
      if (document) {
        published.set(id, getContent(document))
        versions.set(id, [...(versions.get(id) ?? []), getContent(document)].slice(-20))
      } else published.delete(id)
    }
    const log = await readTransactionLog(client, '', { fromTime: since, limit: '100' })
    return {
      what: `put back to ${time}: ${selected.map(({ id, kind }) => `${id} ${kind}`).join(', ')}`,
      transaction: log.find(({ id }) => id.startsWith('site-restore-'))?.id,
    }
  }

  const pickFrom = <Item>(items: readonly Item[]): Item | undefined => items[random.number(items.length)]

  /** Picks the next document, with a preference for types that editors can create and delete. */
  function openDocument(): ContentDocument {
    const all = new Map([...published, ...drafts])
    const some = [...all.values()].filter(({ _type }) => creatableTypes.includes(_type))
    const document = (random.chance(0.25) ? pickFrom(some) : undefined) ?? pickFrom([...all.values()])
    if (!document) throw new Error('There is nothing to edit.')
    return document
  }

  async function change(document: ContentDocument): Promise<Step> {
    let next = document
    const said: string[] = []
    for (let count = random.pick([1, 1, 1, 2, 4]); count > 0; count -= 1) {
      const { value, what } = edited(getType(next), next, materials())
      if (isObject(value)) next = { ...value, _id: document._id, _type: document._type }
      said.push(`${document._id}${what}`)
    }
    if (random.chance(0.15)) {
      await saveDraft(next)
      return { what: `${said.join('; ')}; left as a draft` }
    }
    const { what, transaction } = await publish(next)
    return { what: `${said.join('; ')}; ${what}`, transaction }
  }

  async function add(document: ContentObject, type: string): Promise<Step> {
    created += 1
    const begun = { ...document, _id: `random-${created}`, _type: type }
    const { what, transaction } = await publish(begun)
    return { what: `${begun._id} begun as ${short(document)}; ${what}`, transaction }
  }

  async function step(): Promise<Step> {
    const dice = random.number(100)
    const type = pickFrom(creatableTypes)
    const ofType = [...published.values()].filter((one) => one._type === type)
    if (type !== undefined && dice < 8 && ofType.length < maxDocumentsPerType) {
      const schemaType = workspace.schema.get(type)
      return add(schemaType ? newDocument(schemaType, materials()) : {}, type)
    }
    if (dice >= 97) return putSiteBack()
    const document = openDocument()
    const { _id, _type } = document
    const name = `${_id}: `
    if (dice < 20 && !isFixed(_type)) {
      if (dice < 12 && ofType.length < maxDocumentsPerType) return add(document, _type)
      const { what, transaction } = await remove(_id, dice < 16)
      return { what: `${name}${what}`, transaction }
    }
    if (dice < 22) {
      await discard(_id)
      return { what: `${name}draft discarded` }
    }
    if (dice < 29) {
      const older = pickFrom(versions.get(_id) ?? [])
      const { what, transaction } = await publish(older ?? document)
      return { what: `${name}an older version; ${what}`, transaction }
    }
    return change(document)
  }

  async function revert(): Promise<void> {
    for (const [id, before] of undo) {
      await discard(id)
      versions.set(id, (versions.get(id) ?? []).slice(0, -1))
      if (before) {
        published.set(id, before)
        await client.createOrReplace(before)
      } else {
        published.delete(id)
        await client.delete(id)
      }
    }
    undo = new Map()
  }

  return { step, published, revert }
}

/** Removes the Content Lake's attributes from a document. */
function getContent({ _rev, _createdAt, _updatedAt, _system, ...content }: ContentDocument): ContentDocument {
  return content
}

/** Adds the former path after a change of the path, as `FormerPathsInput` does. */
function withFormerPath(draft: ContentDocument, published: ContentDocument | undefined): ContentDocument {
  if (draft._type !== 'landingPage') return draft
  const isAt = published?.path
  const lost = findLostPath(draft.path, draft.formerPaths, typeof isAt === 'string' ? isAt : undefined)
  const former = Array.isArray(draft.formerPaths) ? draft.formerPaths : []
  return lost ? { ...draft, formerPaths: [...former, lost] } : draft
}
