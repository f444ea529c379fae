import type { SanityDocument } from 'sanity'
import type { ContentLake } from '../transactionLog'
import { findMissingAssets } from './history'
import {
  buildRestored,
  buildSite,
  type Change,
  collectAssetIds,
  isFixedDeletion,
  messagesOf,
  type Stored,
  type Violation,
} from './plan'

const needed = 'The site needs this document, so it cannot be deleted. Deselect it.'

/**
 * What would be refused in publishing each document by itself as it was.
 *
 * @param published - every published document now
 * @param validate - the Studio's validation of a document
 */
export async function findDocumentViolations(
  lake: ContentLake,
  changes: readonly Change[],
  published: readonly Stored[],
  validate: (document: SanityDocument) => Promise<{ level: string; message: string }[]>,
): Promise<Violation[]> {
  const missing = new Set(
    await findMissingAssets(lake, [...new Set(changes.flatMap(({ past }) => collectAssetIds(past)))]),
  )
  const site = buildSite(published)
  const found = changes.map(async (change): Promise<Violation[]> => {
    if (isFixedDeletion(change)) return [{ id: change.id, message: needed }]
    const past = buildRestored(change)
    if (!past) return []
    const { _createdAt, _updatedAt } = past
    const document = { ...past, _createdAt: String(_createdAt), _updatedAt: String(_updatedAt) }
    const errors = (await validate(document)).filter(({ level }) => level === 'error')
    // What depends on other documents is judged by those that will be published, not by those that are.
    const aboutOthers = messagesOf(past, site)
    const messages = errors.map(({ message }) => message).filter((message) => !aboutOthers.includes(message))
    if (collectAssetIds(past).some((asset) => missing.has(asset))) {
      messages.push('A picture or film that it showed then was deleted.')
    }
    return [...new Set(messages)].map((message) => ({ id: change.id, message }))
  })
  return (await Promise.all(found)).flat()
}
