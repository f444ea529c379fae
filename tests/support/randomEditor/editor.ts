import { isDeepStrictEqual } from 'node:util'
import type { SanityClient } from '@sanity/client'
import { type SchemaType, validateDocument, type Workspace } from 'sanity'
import { findLostPath } from '@/lib/content/routing/landingPageRules'
import { allPages, isListed } from '@/lib/pages'
import { findInboundLinks, toPublishedPage } from '@/studio/checks/links'
import { getSiteTypes } from '@/studio/documentTitle'
import { type ContentDocument, type ContentObject, isObject } from '../documents.ts'
import type { Random } from '../random.ts'
import { collectItems, editValue, type Materials, withNewKeys } from './edits.ts'
import { createPastes } from './pastes.ts'

/** A simulated editor who takes random actions in the Studio. */
export type Editor = {
  /** Takes one random step. Resolves to its description, or to undefined if it published or deleted nothing. */
  takeStep(): Promise<string | undefined>
  /** The published documents, keyed by id. */
  published: ReadonlyMap<string, ContentDocument>
}

/** The editor creates a document only while fewer than this many created ones exist. */
const maxCreatedDocuments = 6
/** How many changes the editor tries before giving up on a document for which the Studio accepts none. */
const maxAttempts = 8

/**
 * Creates a random editor, who publishes only what the Studio's forms and buttons allow.
 *
 * @param options.client - a client that can read and write all documents, including drafts
 */
export async function createEditor(options: {
  client: SanityClient
  workspace: Workspace
  random: Random
}): Promise<Editor> {
  const { client, workspace, random } = options
  const storedDocuments = await client.fetch<ContentDocument[]>(
    '*[_type in $types && _id in path("*")] | order(_id)',
    { types: getSiteTypes(workspace.schema) },
  )
  const published = new Map(storedDocuments.map((document) => [document._id, removeSystemFields(document)]))
  const assets = await client.fetch<{ _id: string; _type: string; isVideo: boolean }[]>(
    '*[_type in ["sanity.imageAsset", "sanity.fileAsset"]]{_id, _type, "isVideo": mimeType match "video*"} | order(_id)',
  )
  const pictures = assets.filter(({ _type }) => _type === 'sanity.imageAsset').map(({ _id }) => _id)
  const videos = assets.filter(({ isVideo }) => isVideo).map(({ _id }) => _id)
  const pastes = await createPastes()
  let createdCount = 0

  const getType = ({ _type }: ContentDocument): SchemaType => {
    const type = workspace.schema.get(_type)
    if (!type) throw new Error(`The schema has no ${_type}.`)
    return type
  }

  function collectMaterials(): Materials {
    const documents = [...published.values()]
    const landingPages = documents.flatMap(({ _type, path }) =>
      _type === 'landingPage' && typeof path === 'string' ? [path] : [],
    )
    const copies = Map.groupBy<string, ContentObject & { _type: string }>(
      collectItems(documents),
      ({ _type }) => _type,
    )
    const pages = [...allPages.filter(isListed).map(({ path }) => path), ...landingPages]
    return { random, pages, pictures, videos, copies, pastes }
  }

  async function isValid(draft: ContentDocument): Promise<boolean> {
    const timestamp = '2026-01-01T00:00:00Z'
    const system = { _id: `drafts.${draft._id}`, _rev: 'r1', _createdAt: timestamp, _updatedAt: timestamp }
    const markers = await validateDocument({
      document: { ...draft, ...system },
      workspace,
      environment: 'studio',
      getDocumentExists: async ({ id }) => published.has(id) || assets.some(({ _id }) => _id === id),
    })
    return markers.every(({ level }) => level !== 'error')
  }

  /** Tries random changes to a document until the Studio accepts one, then publishes it. */
  async function publishChanged(document: ContentDocument): Promise<string | undefined> {
    const before = published.get(document._id)
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      let changed: unknown = document
      for (let count = random.pick([1, 1, 1, 2, 4]); count > 0; count -= 1)
        changed = editValue(getType(document), changed, collectMaterials())
      const draft = withFormerPath({ ...Object(changed), _id: document._id, _type: document._type }, before)
      await client.createOrReplace({ ...draft, _id: `drafts.${draft._id}` })
      if (isDeepStrictEqual(before, draft) || !(await isValid(draft))) continue
      await client.action({
        actionType: 'sanity.action.document.publish',
        draftId: `drafts.${draft._id}`,
        publishedId: draft._id,
      })
      published.set(draft._id, draft)
      return `${draft._id}: ${listDifferences(before, draft).join('; ')}`
    }
    await client.delete(`drafts.${document._id}`)
    return undefined
  }

  /** Deletes a document, unless the Studio blocks the deletion because other documents link to this one. */
  async function deleteDocument(document: ContentDocument): Promise<string | undefined> {
    const others = [...published.values()].filter((other) => other !== document)
    if (document._type === 'landingPage' && findInboundLinks(toPublishedPage(document), others).length > 0)
      return undefined
    await client.action({
      actionType: 'sanity.action.document.delete',
      publishedId: document._id,
      includeDrafts: [`drafts.${document._id}`],
    })
    published.delete(document._id)
    return `${document._id}: deleted`
  }

  /** Creates an announcement, or a landing page with a copy of another page's sections. */
  function createDocument(): ContentDocument {
    createdCount += 1
    const _id = `random-${createdCount}`
    const title = `Page ${createdCount}`
    if (random.chance(0.3)) {
      const [start, end] = ['2026-01-01T08:00:00.000Z', '2099-01-01T00:00:00.000Z']
      return { _id, _type: 'announcement', text: 'Open on Sunday.', tone: 'calm', start, end, pages: [] }
    }
    const page = random.pick([...published.values()].filter(({ sections }) => Array.isArray(sections)))
    const sections = withNewKeys(page.sections, random)
    const seo = { ...Object(page.seo), title }
    return { _id, _type: 'landingPage', title, path: `/page-${createdCount}`, sections, seo }
  }

  async function takeStep(): Promise<string | undefined> {
    const created = [...published.values()].filter(({ _id }) => _id.startsWith('random-'))
    const percent = random.number(100)
    if (percent < 16 && created.length < maxCreatedDocuments) return publishChanged(createDocument())
    if (percent < 20 && created.length > 0) return deleteDocument(random.pick(created))
    const isCreatedPreferred = created.length > 0 && random.chance(0.25)
    return publishChanged(random.pick(isCreatedPreferred ? created : [...published.values()]))
  }

  return { takeStep, published }
}

/** Removes the fields that the Content Lake sets, except `_id` and `_type`. */
function removeSystemFields(document: ContentDocument): ContentDocument {
  const { _rev, _createdAt, _updatedAt, _system, ...content } = document
  return content
}

/** Adds the former path after a change to a landing page's path, as `FormerPathsInput` does. */
function withFormerPath(draft: ContentDocument, published: ContentDocument | undefined): ContentDocument {
  if (draft._type !== 'landingPage') return draft
  const publishedPath = typeof published?.path === 'string' ? published.path : undefined
  const lostPath = findLostPath(draft.path, draft.formerPaths, publishedPath)
  const formerPaths = Array.isArray(draft.formerPaths) ? draft.formerPaths : []
  return lostPath ? { ...draft, formerPaths: [...formerPaths, lostPath] } : draft
}

/** Lists the differing fields of two states of a document. */
function listDifferences(before: unknown, after: unknown, path = ''): string[] {
  if (isDeepStrictEqual(before, after)) return []
  const isList = Array.isArray(before) && Array.isArray(after) && before.length === after.length
  if (!isList && !(isObject(before) && isObject(after))) {
    return [`${path}: ${JSON.stringify(before)?.slice(0, 90)} -> ${JSON.stringify(after)?.slice(0, 90)}`]
  }
  const [from, to] = [Object(before), Object(after)]
  const names = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...names].flatMap((name) => listDifferences(from[name], to[name], `${path}.${name}`))
}
