import type { SanityDocument } from 'sanity'
import { describeTakenPathProblem } from '@/lib/content/routing/landingPageRules'
import { parseLandingPages } from '@/lib/landingPages'
import { toPublishedPage } from '@/studio/checks/links'
import { findViolations } from '@/studio/checks/violations'
import { rulesSchema } from '@/studio/redirectRules'
import type { Change } from './changes'

/** A rule that a restored site would break: the document, and the message. */
export type Violation = { document: SanityDocument; message: string }

type Marker = { level: string; message: string; path: readonly unknown[] }

/**
 * Finds violations of a restored site: errors of restored documents, such as deleted pictures, and links, redirects and
 * placeholders that no longer work. Existing violations are left out, unless their document is restored.
 *
 * @param published - all currently published documents
 * @param validate - the Studio's validation of a document, which compares it with the current site
 */
export async function findRestoreViolations(
  changes: readonly Change[],
  published: readonly SanityDocument[],
  validate: (document: SanityDocument) => Promise<Marker[]>,
): Promise<Violation[]> {
  const unchanged = published.filter(({ _id }) => !changes.some(({ id }) => id === _id))
  const restored = changes.flatMap(({ past }) => past ?? [])
  const findCurrent = createSiteCheck(published, published)
  const findRestored = createSiteCheck([...unchanged, ...restored], published)

  const foundInUnchanged = unchanged.map((document) => {
    const current = findCurrent(document)
    return { document, messages: findRestored(document).filter((message) => !current.includes(message)) }
  })
  const foundInRestored = restored.map(async (document) => {
    // The validation compares with the current redirects.
    const current = [...findCurrent(document), ...describeRedirectedPaths(document, published)]
    const ownMessages = (await validate(document))
      .filter(({ level }) => level === 'error')
      .map(({ path, message }) =>
        path.at(-1) === 'asset' ? 'One of its pictures or videos was deleted.' : message,
      )
      .filter((message) => !current.includes(message))
    const redirected = describeRedirectedPaths(document, [...unchanged, ...restored])
    return { document, messages: [...ownMessages, ...findRestored(document), ...redirected] }
  })
  return [...foundInUnchanged, ...(await Promise.all(foundInRestored))].flatMap(({ document, messages }) =>
    [...new Set(messages)].map((message) => ({ document, message })),
  )
}

/** Finds paths of a landing page that the redirects of a site take from it. Returns the messages. */
function describeRedirectedPaths(
  document: SanityDocument,
  documents: readonly SanityDocument[],
): readonly string[] {
  if (document._type !== 'landingPage') return []
  const rules = documents.find(({ _id }) => _id === 'redirects')?.rules
  const knownPaths = { landingPages: [], rules: rulesSchema.parse(rules) }
  return toPublishedPage(document).paths.flatMap(
    (path) => describeTakenPathProblem(path, document._id, knownPaths) ?? [],
  )
}

/**
 * Creates the check of links, sections, placeholders and redirects against the other documents of a site.
 *
 * @param published - the currently published documents, whose linked sections have to stay
 * @returns a function that returns the messages about a document
 */
function createSiteCheck(
  documents: readonly SanityDocument[],
  published: readonly SanityDocument[],
): (document: SanityDocument) => string[] {
  const site = {
    publishedPages: documents.map(toPublishedPage),
    landingPages: parseLandingPages(documents.filter(({ _type }) => _type === 'landingPage')),
    offer: documents.find(({ _id }) => _id === 'offer') ?? null,
    linkingDocuments: documents,
  }
  return (document) => {
    const previous = published.find(({ _id }) => _id === document._id) ?? null
    return findViolations(document, { ...site, previous }).map(({ message }) => message)
  }
}
