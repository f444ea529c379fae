/** Returns the published id of a draft. */
export function getPublishedId(id: string): string {
  return id.replace(/^drafts\./, '')
}

/** Returns the cache tag of a document. A draft shares the tag of its published document. */
export function getDocumentTag(id: string): string {
  return `content:${getPublishedId(id)}`
}

/** The id for the cache tag of queries that list announcements, since no result contains a new announcement's id. */
export const announcementListId = 'announcements'

/** The id for the cache tag of queries that list landing pages. */
export const landingPageListId = 'landing-pages'

/** Maps a document type to the id for the cache tag of queries that list its documents. */
export const listIdByType: ReadonlyMap<string, string> = new Map([
  ['announcement', announcementListId],
  ['landingPage', landingPageListId],
])

/** Collects the ids of all documents in a query result: every `_id` (even in resolved references) and every `_ref`. */
export function collectDocumentIds(result: unknown): string[] {
  const ids = new Set<string>()
  JSON.stringify(result, (key, value: unknown) => {
    if ((key === '_id' || key === '_ref') && typeof value === 'string') ids.add(value)
    return value
  })
  return [...ids]
}
