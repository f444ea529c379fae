/** The id of the document that a draft, or a version in a release, will become. */
export function getPublishedId(id: string): string {
  return id.replace(/^drafts\./, '').replace(/^versions\.[^.]+\./, '')
}

/** The name of the release in which the version with this id is; undefined for other documents. */
export function getReleaseName(id: string): string | undefined {
  return /^versions\.([^.]+)\./.exec(id)?.[1]
}

/** The cache tag of one document. Drafts share the tag of the document that they will become. */
export function documentTag(id: string): string {
  return `content:${getPublishedId(id)}`
}

/** Queries of all announcements have this tag: a new announcement is in no result yet. */
export const announcementList = 'announcements'

/** The same of all landing pages. */
export const landingPageList = 'landing-pages'

/** The lists that documents of a type are in. */
export const listOfType: ReadonlyMap<string, string> = new Map([
  ['announcement', announcementList],
  ['landingPage', landingPageList],
])

/**
 * Collects the ids of all documents in a query result: everything with an `_id`, and the target of every reference,
 * resolved or not.
 *
 * @param result - any query result
 * @returns the ids, each once
 */
export function collectDocumentIds(result: unknown): string[] {
  const ids = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item)
    } else if (value && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        if ((key === '_id' || key === '_ref') && typeof item === 'string') ids.add(item)
        else visit(item)
      }
    }
  }
  visit(result)
  return [...ids]
}
