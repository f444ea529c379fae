import 'server-only'
import type { SanityQueries } from '@sanity/client'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { loadContent } from '@/lib/content/load'
import { loadSettings, type SiteContent } from '@/lib/content/settings'
import type { notFound, Page } from '@/lib/pages'
import { pageMetadata, type SeoValue } from '@/lib/seo/metadata'
import { PreviewBoundary } from './PreviewBoundary'

/** The queries whose answer is the document of a page, by `$id`. */
type PageQuery = {
  [Query in keyof SanityQueries]: SanityQueries[Query] extends { seo: SeoValue | null } | null ? Query : never
}[keyof SanityQueries]

/** An entry of `lib/pages.ts`. */
type Entry = Page | typeof notFound

/** What a page asks the lake, and which documents its answer depends on even while they do not exist. */
const questionOf = (entry: Entry) => ({
  params: { id: entry.document },
  documents: [entry.document, 'messages', ...(('reads' in entry && entry.reads) || [])],
})

/** The metadata of a page, from its document and the settings. */
export async function contentMetadata(entry: Entry, query: PageQuery): Promise<Metadata> {
  const [content, { settings }] = await Promise.all([
    loadContent(query, { ...questionOf(entry), plain: true }),
    loadSettings({ plain: true }),
  ])
  return pageMetadata(content?.seo, settings, 'path' in entry ? entry : null)
}

type ContentPageProps<Query extends PageQuery> = {
  entry: Entry
  query: Query
  /** Shows the document; `site` are settings and messages. */
  component: (props: { page: NonNullable<SanityQueries[Query]>; site: SiteContent }) => ReactNode
}

/** A page made from its document; without one it is empty. */
export function ContentPage<const Query extends PageQuery>(props: ContentPageProps<Query>) {
  return (
    <PreviewBoundary>
      <Content {...props} />
    </PreviewBoundary>
  )
}

async function Content<Query extends PageQuery>({
  entry,
  query,
  component: Component,
}: ContentPageProps<Query>) {
  const [content, site] = await Promise.all([loadContent(query, questionOf(entry)), loadSettings()])
  return content ? <Component page={content} site={site} /> : null
}
