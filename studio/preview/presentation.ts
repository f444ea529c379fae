import type { SanityClient } from 'sanity'
import {
  type DocumentLocation,
  type DocumentLocationResolvers,
  defineDocuments,
  defineLocations,
  type PresentationPluginOptions,
} from 'sanity/presentation'
import { z } from 'zod'
import { announcementSearchParam } from '@/lib/announcements/targetsPage'
import { writerRoles } from '@/lib/content/preview/roles'
import { getPublishedId } from '@/lib/content/reading/tags'
import { allPages, findPage, notFound, type Page, pages, studioPath } from '@/lib/pages'
import { getLastOpenPath } from './livePage'
import { PreviewHeader } from './PreviewHeader'

const toLocation = ({ title, path }: Pick<Page, 'title' | 'path'>): DocumentLocation => ({
  title,
  href: path,
})

const defineFixedLocations = (...shownPages: Pick<Page, 'title' | 'path'>[]) =>
  defineLocations({ locations: shownPages.map(toLocation) })

/** The location of a page whose title and path come from its document. */
const pathLocation = defineLocations({
  select: { title: 'title', path: 'path' },
  resolve: (page) =>
    String(page?.path).startsWith('/')
      ? { locations: [{ title: page?.title || page?.path, href: page?.path }] }
      : { message: 'This page has no path yet.', tone: 'caution' },
})

const findPagesShowing = (document: string) => allPages.filter(({ reads }) => reads?.includes(document))

/** The pages that show each document, and messages about where and when it is shown. */
export const locations: DocumentLocationResolvers = {
  ...Object.fromEntries(
    allPages
      .filter(({ kind }) => kind !== 'legal')
      .map((page) => [page.document, defineFixedLocations(page)]),
  ),
  [notFound.document]: defineFixedLocations({ ...notFound, path: '/page-not-found' }),
  errorPage: defineLocations({
    message: 'Shown when a page fails. Changes go live with the next deployment of the site.',
    tone: 'caution',
  }),
  legalPage: pathLocation,
  landingPage: pathLocation,
  offer: defineLocations({
    message: 'Shown in the sections “Offer” and “Closing offer”, and beside every checkout button.',
    locations: findPagesShowing('offer').map(toLocation),
  }),
  announcement: defineLocations({
    select: { id: '_id', pages: 'pages' },
    resolve: (announcement) => {
      const selectedPaths: unknown[] = Array.isArray(announcement?.pages) ? announcement.pages : []
      const paths = selectedPaths.filter((path) => typeof path === 'string')
      const query = new URLSearchParams({
        [announcementSearchParam]: getPublishedId(String(announcement?.id)),
      })
      return {
        message: 'A line at the top of the selected pages. The preview shows it even before its start time.',
        locations: (paths.length > 0 ? paths : [pages.home.path]).map((path) => ({
          title: findPage(path)?.title ?? path,
          href: `${path}?${query}`,
        })),
      }
    },
  }),
  gallery: defineLocations({
    message: 'Shown in every “Gallery” section, including on landing pages.',
    locations: findPagesShowing('gallery').map(toLocation),
  }),
  siteSettings: defineLocations({
    message: 'Shown on every page.',
    tone: 'caution',
    locations: [pages.home, pages.contact].map(toLocation),
  }),
  redirects: defineLocations({
    message: 'Where old URLs lead. Changes apply from the next visit.',
    tone: 'positive',
  }),
  messages: defineLocations({
    message: 'Labels, errors and status messages across the site.',
    locations: [pages.home, pages.contact, pages.success, pages.signIn, pages.account].map(toLocation),
  }),
}

/** GROQ for the target of a redirect from `$path`, without its #fragment, or `$path` itself if it is not redirected. */
const shownPath =
  'coalesce(lower(string::split(*[_id == "redirects"][0].rules[lower(from) == lower($path)][0].to, "#")[0]), $path)'

/** GROQ for the paths and document ids of the site's fixed pages. */
const fixedPages = JSON.stringify(allPages.map(({ path, document }) => ({ path, document })))

/**
 * The main document of each page of the site. A redirected path has the main document of its target. Otherwise,
 * Presentation would close the form, which would stay closed if the preview already showed the target: the preview
 * reports its URL only when the URL changes.
 */
export const mainDocuments = defineDocuments([
  ...allPages.map(({ path, document }) => ({ route: path, filter: `_id == "${document}"` })),
  {
    route: '/:slug',
    filter: `_type == "landingPage" && (path == ${shownPath} || ${shownPath} in formerPaths)
      || _id == ${fixedPages}[path == ${shownPath}][0].document`,
    params: ({ params }) => ({ path: `/${params.slug}` }),
  },
])

const previewMode = { enable: '/api/draft-mode/enable', disable: '/api/draft-mode/disable' }

const userSchema = z.looseObject({ roles: z.array(z.looseObject({ name: z.string() })).default([]) })

/**
 * Starts the preview for roles that can read drafts but cannot write Presentation's secret. The site validates this Studio's
 * token with Sanity instead.
 *
 * @returns whether the preview started; false for roles that can write the secret, and without a token
 */
async function startViewerPreview(client: SanityClient): Promise<boolean> {
  const { token } = client.config()
  if (!token) return false
  const { roles } = userSchema.parse(await client.request({ uri: '/users/me' }))
  if (roles.some(({ name }) => writerRoles.has(name))) return false
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(previewMode.enable, { method: 'POST', headers })
  return response.ok
}

/** Presentation's options: the site in draft mode beside the form, with clickable text. */
export const presentationOptions: PresentationPluginOptions = {
  // Only pages of the site are allowed; otherwise the Studio could open inside its own preview.
  allowOrigins: ({ origin }) => [`${origin}/((?!${studioPath.slice(1)}(?:/|$)).*)`],
  previewUrl: {
    initial: ({ origin }) => new URL(getLastOpenPath() ?? pages.home.path, origin).href,
    previewMode: async ({ client }) => {
      const isStarted = await startViewerPreview(client).catch(() => false)
      return isStarted ? false : previewMode
    },
  },
  resolve: { locations, mainDocuments },
  components: { unstable_header: { component: PreviewHeader } },
}
