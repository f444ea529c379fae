import 'server-only'
import type { QueryParams, SanityQueries } from '@sanity/client'
import { fetchDraft } from '../preview/draft'
import { readPreviewSession } from '../preview/previewSession'
import { completePage } from './messages'
import { fetchPublished } from './published'

type LoadOptions = {
  params?: QueryParams
  /** Ids of documents, existing or not, whose publication expires the result; or ids of lists from `tags.ts`. */
  documents: readonly string[]
  /** The id of the page's document, to add the defaults of its strings ({@link completePage}). */
  page?: string
  /** Omits edit marks (stega), for titles, descriptions and structured data. */
  plain?: boolean
}

/**
 * Reads content for a page: published content from the cache, or drafts in a preview. For an editor, strings have edit
 * marks, which make them clickable in Presentation.
 *
 * @param query - defined with `defineQuery`, so that typegen derives its result's type
 * @throws when the Content Lake cannot be reached, unless there is a fallback response of published content
 */
export async function loadContent<const Query extends keyof SanityQueries>(
  query: Query,
  { params = {}, documents, page, plain = false }: LoadOptions,
): Promise<SanityQueries[Query]> {
  const session = await readPreviewSession()
  const isEditable = !plain && session?.kind === 'editor'
  const result: unknown = session
    ? await fetchDraft(query, params, { stega: isEditable })
    : await fetchPublished(query, params, documents)
  const completed = page ? completePage(page, result, isEditable) : result
  // The client's result is untyped; typegen derived this type from the query and the schema.
  return completed as SanityQueries[Query]
}
