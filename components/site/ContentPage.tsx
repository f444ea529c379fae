import 'server-only'
import type { SanityQueries } from '@sanity/client'
import type { Metadata } from 'next'
import { notFound as showNotFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { Announcement } from '@/components/announcement/Announcement'
import type { SearchParams } from '@/lib/announcements/announcements'
import { loadContent } from '@/lib/content/load'
import { readPreviewSession } from '@/lib/content/previewSession'
import { loadSettings, type SiteContent } from '@/lib/content/settings'
import { log } from '@/lib/log'
import { isListed, type notFound, type Page } from '@/lib/pages'
import { pageMetadata, type SeoValue } from '@/lib/seo/metadata'
import { InlineScript } from '../ui/InlineScript'
import { PreviewBoundary } from './PreviewBoundary'

/** The queries whose result is the document of a page, by `$id`. */
type PageQuery = {
  [Query in keyof SanityQueries]: SanityQueries[Query] extends { seo: SeoValue | null } | null ? Query : never
}[keyof SanityQueries]

type PageProps = { searchParams?: SearchParams }

/** An entry of `lib/pages.ts`. */
type Entry = Page | typeof notFound

/**
 * Creates the exports of a page's route: the page, which responds 404 without its document, and its metadata.
 *
 * @param query - returns the document of the page, by `$id`
 * @param Component - shows the document; `site` are settings and messages
 * @param firstScript - the source of a script that runs before the first paint
 */
export function createContentPage<const Query extends PageQuery>(
  entry: Entry,
  query: Query,
  Component: (props: { page: NonNullable<SanityQueries[Query]>; site: SiteContent }) => ReactNode,
  firstScript?: string,
) {
  const question = {
    params: { id: entry.document },
    // The result depends on these even while they do not exist.
    documents: [entry.document, 'messages', ...(('reads' in entry && entry.reads) || [])],
  }

  async function generateMetadata(): Promise<Metadata> {
    const [content, { settings }] = await Promise.all([
      loadContent(query, { ...question, plain: true }),
      loadSettings({ plain: true }),
    ])
    return pageMetadata(content?.seo, settings, 'path' in entry ? entry : null)
  }

  async function Content({ searchParams }: PageProps) {
    const [content, site] = await Promise.all([loadContent(query, question), loadSettings()])
    if (!content && 'path' in entry && !(await readPreviewSession())) {
      log.error(
        'content',
        `page: ${entry.document} is missing in the Content Lake; ${entry.path} responds 404`,
      )
      showNotFound()
    }
    return (
      <>
        {'path' in entry && isListed(entry) && (
          <Announcement page={entry} site={site} searchParams={searchParams} />
        )}
        {content && <Component page={content} site={site} />}
      </>
    )
  }

  const Page = ({ searchParams }: PageProps) => (
    <>
      {firstScript && <InlineScript source={firstScript} />}
      <PreviewBoundary>
        <Content searchParams={searchParams} />
      </PreviewBoundary>
    </>
  )
  return { generateMetadata, Page }
}
