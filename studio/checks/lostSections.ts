import { getPublishedId } from '@/lib/content/reading/tags'
import { normalizePath, parseRedirectTarget } from '@/lib/content/routing/redirects'
import { offerPath } from '@/lib/membership/offer/offerPath'
import { findPage } from '@/lib/pages'
import { getDocumentTitle } from '@/studio/documentTitle'
import { findPageLinks, toPublishedPage } from './violations'
import { type Fields, type Problem, toList, toRecords, walkObjects } from './walk'

/** The links to a section that are in no document. */
const builtInLinks = [{ href: offerPath, title: 'the return from Checkout' }]

/** Finds the link names of a page's published sections that no section has any more. */
export function findLostAnchors(page: Fields, published: Fields | null): string[] {
  const isAnchored = (fields: Fields): fields is Fields & { anchor: string } =>
    typeof fields.anchor === 'string' && fields.anchor !== ''
  const anchors = new Set(toRecords(page.sections).map(({ anchor }) => anchor))
  return toRecords(published?.sections)
    .filter(isAnchored)
    .map(({ anchor }) => anchor)
    .filter((anchor) => !anchors.has(anchor))
}

/**
 * Finds sections that were removed or whose link name was changed, although links or redirects open them.
 *
 * @param published - the page's published version
 * @param documents - the published documents that can link to a page
 */
export function findLostSections(
  page: Fields,
  published: Fields | null,
  documents: readonly Fields[],
): Problem[] {
  const { id, paths } = toPublishedPage(page)
  const isPage = (path: string) => (findPage(path)?.document ?? '') === id || paths.includes(path)
  const otherDocuments = documents.filter((document) => getPublishedId(String(document._id)) !== id)
  return findLostAnchors(page, published).flatMap((anchor): Problem[] => {
    const links = [
      ...[page, ...otherDocuments].flatMap((document) =>
        findSectionLinks(document).map((link) => ({ ...link, title: getDocumentTitle(document) })),
      ),
      ...builtInLinks.map(({ href, title }) => ({ ...splitHref(href), title })),
    ].filter((link) => link.fragment === anchor && isPage(link.path))
    if (links.length === 0) return []
    const titles = [...new Set(links.map(({ title }) => title))].map((title) => {
      const count = links.filter((link) => link.title === title).length
      return count === 1 ? title : `${title} (${count})`
    })
    const renamed = toRecords(published?.sections).find((section) => section.anchor === anchor)?._key
    const isThere = toRecords(page.sections).some(({ _key }) => _key === renamed)
    const message = `No section has the link name “${anchor}” any more, but links open it: ${titles.join(', ')}. Give a section this link name, or change those links first.`
    return [
      {
        path:
          isThere && typeof renamed === 'string' ? ['sections', { _key: renamed }, 'anchor'] : ['sections'],
        message,
      },
    ]
  })
}

/** Lists the links and redirects of a document that open a section of this site. */
function findSectionLinks(document: Fields): { path: string; fragment: string }[] {
  const links = findPageLinks(document).flatMap(({ page, fragment }) =>
    typeof fragment === 'string' ? [{ path: page, fragment }] : [],
  )
  if (document._type !== 'redirects') return links
  const redirects = [...walkObjects(toList(document.rules))].flatMap(({ value: { to } }) => {
    const target = typeof to === 'string' ? parseRedirectTarget(to) : null
    return target && !target.external ? [splitHref(target.href)] : []
  })
  return [...links, ...redirects]
}

function splitHref(href: string): { path: string; fragment: string } {
  const [path = '', fragment = ''] = href.split('#')
  return { path: normalizePath(path) ?? path, fragment }
}
