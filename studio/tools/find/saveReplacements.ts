import { pathToString, type SanityClient } from 'sanity'
import { getPublishedId } from '@/lib/content/reading/tags'
import type { Fields } from '@/studio/checks/walk'
import type { Replacement } from './replaceText'

/**
 * Saves documents with replaced text as drafts, in one transaction.
 *
 * @param ids - published ids of the documents
 * @param replace - finds the replacements in the latest version of a document, so that no other editor's text is lost
 * @returns the ids of the changed documents
 * @throws when the Content Lake rejects the transaction, for example because a draft was just changed
 */
export async function saveReplacements(
  client: SanityClient,
  ids: readonly string[],
  replace: (document: Fields) => Replacement[],
): Promise<string[]> {
  const documents = await client
    .withConfig({ perspective: 'raw' })
    .fetch<(Fields & { _id: string; _type: string; _rev: string })[]>('*[_id in $ids || _id in $draftIds]', {
      ids,
      draftIds: ids.map((id) => `drafts.${id}`),
    })
  const transaction = client.transaction()
  const changedIds = ids.filter((id) => {
    const draft = documents.find(({ _id }) => _id === `drafts.${id}`)
    const latest = draft ?? documents.find(({ _id }) => _id === id)
    const replacements = latest ? replace(latest) : []
    if (!latest || replacements.length === 0) return false
    const { _rev, _updatedAt, ...content } = latest
    if (!draft) transaction.create({ ...content, _id: `drafts.${getPublishedId(id)}` })
    const values = Object.fromEntries(replacements.map(({ path, text }) => [pathToString(path), text]))
    transaction.patch(`drafts.${id}`, (patch) =>
      draft ? patch.ifRevisionId(_rev).set(values) : patch.set(values),
    )
    return true
  })
  if (changedIds.length > 0) await transaction.commit()
  return changedIds
}
