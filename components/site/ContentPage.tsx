import 'server-only'
import type { SanityQueries } from '@sanity/client'
import type { Metadata } from 'next'
import { notFound as showNotFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { Announcement } from '@/components/announcement/Announcement'
import { readPreviewSession } from '@/lib/content/preview/previewSession'
import { loadContent } from '@/lib/content/reading/load'
import { loadSettings, type SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { log } from '@/lib/log'
import { isListed, type notFound, type Page, pages } from '@/lib/pages'
import { pageMetadata, type SeoValue, siteOrigin } from '@/lib/seo/metadata'
import { createBreadcrumbData } from '@/lib/seo/structuredData'
import { InlineScript } from '../ui/InlineScript'
import { JsonLd } from './JsonLd'
import { PreviewBoundary } from './PreviewBoundary'

/** The queries that return a page's document, with its `seo`. */
type PageQuery = {
  [Query in keyof SanityQueries]: SanityQueries[Query] extends { seo: SeoValue | null } | null ? Query : never
}[keyof SanityQueries]

/** A page, or the 404 page. */
type PageEntry = Page | typeof notFound

/**
 * Creates the exports of a `page.tsx`: the page and its metadata. A page that has neither a document nor
 * default strings responds with 404, except in a preview.
 *
 * @param query - returns the page's document, whose id is the query parameter `$id`
 * @param Component - renders the document; `site` holds settings, messages and the offer
 * @param blockingScript - the source of a script that runs before the first paint
 */
export function createContentPage<const Query extends PageQuery>(
  entry: PageEntry,
  query: Query,
  Component: (props: { page: NonNullable<SanityQueries[Query]>; site: SiteContent }) => ReactNode,
  blockingScript?: string,
) {
  const queryOptions = {
    params: { id: entry.document },
    page: entry.document,
    // The page expires when one of these documents changes or is created.
    documents: [entry.document, ...(('reads' in entry && entry.reads) || [])],
  }

  async function generateMetadata(): Promise<Metadata> {
    const [content, { settings }] = await Promise.all([
      loadContent(query, { ...queryOptions, plain: true }),
      loadSettings({ plain: true }),
    ])
    const heading = content && 'heading' in content && isText(content.heading) ? content.heading : null
    const seo = { ...content?.seo, title: content?.seo?.title || heading }
    return pageMetadata(seo, settings, 'path' in entry ? entry : null)
  }

  async function Content() {
    const [content, site] = await Promise.all([loadContent(query, queryOptions), loadSettings()])
    if (!content && 'path' in entry && !(await readPreviewSession())) {
      log.error(
        'content',
        `page: ${entry.document} is missing from the Content Lake; ${entry.path} returns 404`,
      )
      showNotFound()
    }
    const component = content && <Component page={content} site={site} />
    if (!('path' in entry) || !isListed(entry)) return component
    const [home, page] = [site.settings?.siteName, content?.seo?.title]
    return (
      <>
        <Announcement page={entry} site={site} />
        {component}
        {entry.path !== pages.home.path && isText(home) && isText(page) && (
          <JsonLd data={createBreadcrumbData({ home, page }, entry.path, siteOrigin)} />
        )}
      </>
    )
  }

  const Page = () => (
    <>
      {blockingScript && <InlineScript source={blockingScript} />}
      <PreviewBoundary>
        <Content />
      </PreviewBoundary>
    </>
  )
  return { generateMetadata, Page }
}
