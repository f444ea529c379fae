import type { SanityDocument } from 'sanity'
import type { ContentLake } from '../transactionLog'
import { findMissingAssets } from './history'
import {
  buildRestored,
  buildSiteContext,
  type Change,
  collectAssetIds,
  findMessages,
  isFixedDeletion,
  type StoredDocument,
  type Violation,
} from './plan'

const requiredMessage = 'The site needs this document, so it can’t be deleted. Deselect it.'

/**
 * Finds the violations of each document if it is restored, apart from those that depend on other documents.
 *
 * @param published - all currently published documents
 * @param validate - the Studio's validation of a document
 */
export async function findDocumentViolations(
  contentLake: ContentLake,
  changes: readonly Change[],
  published: readonly StoredDocument[],
  validate: (document: SanityDocument) => Promise<{ level: string; message: string }[]>,
): Promise<Violation[]> {
  const missingAssetIds = new Set(
    await findMissingAssets(contentLake, [...new Set(changes.flatMap(({ past }) => collectAssetIds(past)))]),
  )
  const currentSite = buildSiteContext(published)
  const violations = changes.map(async (change): Promise<Violation[]> => {
    if (isFixedDeletion(change)) return [{ id: change.id, message: requiredMessage }]
    const past = buildRestored(change)
    if (!past) return []
    const { _createdAt, _updatedAt } = past
    const document = { ...past, _createdAt: String(_createdAt), _updatedAt: String(_updatedAt) }
    const errors = (await validate(document)).filter(({ level }) => level === 'error')
    // Violations against the current site are left out: `findSiteViolations` checks against the restored site.
    const crossDocumentMessages = findMessages(past, currentSite)
    const messages = errors
      .map(({ message }) => message)
      .filter((message) => !crossDocumentMessages.includes(message))
    if (collectAssetIds(past).some((asset) => missingAssetIds.has(asset))) {
      messages.push('One of its pictures or videos was deleted.')
    }
    return [...new Set(messages)].map((message) => ({ id: change.id, message }))
  })
  return (await Promise.all(violations)).flat()
}
