import { isText } from '@/lib/content/text/contentGuards'
import { countableNames } from '@/lib/content/text/offerValues'
import type { LandingPage } from '@/lib/landingPages'
import { pages } from '@/lib/pages'
import { findRedirectProblems } from '@/studio/redirectRules'
import { findStaleCopies } from './attachedFiles'
import { findBrokenLinks, findLostSections, type PublishedPage } from './links'
import { findOversizedPictures } from './pictures'
import { type Fields, findTexts, type Problem, toRecords } from './walk'

/** The content that the checks compare a document with. */
export type ComparedContent = {
  /** Undefined when they could not be read: links to unpublished pages are then not found. */
  publishedPages: readonly PublishedPage[] | undefined
  /** The published landing pages; empty when they could not be read. */
  landingPages: readonly LandingPage[]
  /** The published offer; undefined when it could not be read. */
  offer: Fields | null | undefined
  /** The published version of the document; null for a new one. */
  previous: Fields | null
  /** The published documents that can link to a page. */
  linkingDocuments: readonly Fields[]
}

/** Finds violations, which block publishing from a form. */
export function findViolations(
  document: Fields,
  { publishedPages, landingPages, offer, previous, linkingDocuments }: ComparedContent,
): Problem[] {
  return [
    ...findMissingFooterLinks(document),
    ...findEmptyPageProblem(document),
    ...findBrokenLinks(document, publishedPages),
    ...findOversizedPictures(document),
    ...findUnresolvedPlaceholders(document, offer),
    ...findLostSections(document, previous, linkingDocuments),
    ...findStaleCopies(document, previous),
    ...findRedirectProblems(document, landingPages),
  ]
}

/** The pages that every page's footer must link to. */
const requiredPages = [pages.terms, pages.privacy]

function findMissingFooterLinks({ _type, footerLinks }: Fields): Problem[] {
  if (_type !== 'siteSettings') return []
  const links = toRecords(footerLinks)
  return requiredPages
    .filter(({ path }) => !links.some(({ kind, page }) => kind === 'page' && page === path))
    .map(({ title }) => ({
      path: ['footerLinks'],
      message: `The footer has no link to “${title}”. Every page needs one: add it.`,
    }))
}

/**
 * Finds placeholders for a quantity that no inclusion of the published offer counts. They would be left blank. The
 * offer itself is skipped, because its own validation checks its strings against the inclusions in the form.
 *
 * @param offer - null if none is published; undefined when it could not be read
 */
function findUnresolvedPlaceholders(document: Fields, offer: Fields | null | undefined): Problem[] {
  if (document._type === 'offer' || offer === undefined) return []
  const counts = toRecords(offer?.inclusions).map((inclusion) => inclusion.counts)
  const uncounted = Object.entries(countableNames).filter(([name]) => !counts.includes(name))
  return findTexts(document).flatMap(({ text, path }) => {
    const [name, title] = uncounted.find(([countableName]) => text.includes(`{${countableName}}`)) ?? []
    const message = `The offer has no inclusion for “${title}”, so {${name}} would be blank. Add one in “Offer” first, or rewrite this text.`
    return name ? [{ path, message }] : []
  })
}

/** Finds a page whose sections have no visible content, or no heading. */
function findEmptyPageProblem({ sections }: Fields): Problem[] {
  const allSections = toRecords(sections)
  if (allSections.length === 0) return []
  const visible = allSections.filter(({ hidden }) => hidden !== true)
  const rendered = visible.filter((section) => !lacksRequiredItems(section))
  // Without a heading, the offer section shows the offer's `packageName`.
  if (rendered.some(({ _type, heading }) => _type === 'offerSection' || isText(heading))) return []
  const message =
    visible.length === 0
      ? 'Every section of this page is hidden, so visitors would see an empty page.'
      : rendered.length === 0
        ? 'This page would be empty. Add people, episodes or testimonials with a consent date.'
        : 'No section on this page has a heading. Write one, or add a section that has one.'
  return [{ path: ['sections'], message }]
}

/** The lists without which a section is not rendered, keyed by the section's type. */
export const requiredLists: Readonly<Record<string, string>> = {
  teamSection: 'people',
  episodesSection: 'episodes',
  testimonialsSection: 'testimonials',
}

/** Whether a section is not rendered because its list has no items that may be shown. */
export function lacksRequiredItems(section: Fields): boolean {
  const name = requiredLists[String(section._type)]
  if (!name) return false
  const items = toRecords(section[name])
  return name === 'testimonials' ? !items.some(({ consent }) => consent) : items.length === 0
}
