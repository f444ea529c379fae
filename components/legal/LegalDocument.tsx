import { defineQuery } from 'groq'
import { Heading } from '@/components/ui/text/Heading'
import { listContents, RichText } from '@/components/ui/text/RichText'
import { Text } from '@/components/ui/text/Text'
import { seoFields } from '@/lib/content/reading/fragments'
import type { SiteContent } from '@/lib/content/reading/settings'
import { isText } from '@/lib/content/text/contentGuards'
import { fillTemplate, formatMonth } from '@/lib/content/text/format'
import type { LegalPageQueryResult } from '@/lib/content/types.generated'

/** GROQ query for a legal page; `$id` is the document's id. */
export const legalPageQuery = defineQuery(`*[_type == "legalPage" && _id == $id][0]{
  _id,
  seo{${seoFields}},
  title,
  lastUpdated,
  summary,
  body
}`)

type LegalDocumentProps = { page: NonNullable<LegalPageQueryResult>; site: SiteContent }

/** Renders the terms or the privacy policy. */
export function LegalDocument({ page, site }: LegalDocumentProps) {
  const date = isText(page.lastUpdated) ? formatMonth(page.lastUpdated) : ''
  return (
    <article className="surface-bone pt-12 pb-section lg:pt-20">
      <div className="page-grid gap-y-12">
        <header className="col-span-full lg:col-span-10">
          <Heading level={1} className="text-display">
            {page.title}
          </Heading>
          {date !== '' && (
            <Text className="mt-6 text-muted">{fillTemplate(site.messages.legal.lastUpdated, { date })}</Text>
          )}
        </header>
        <div className="col-span-full self-start lg:sticky lg:top-10 lg:col-span-4 print:static">
          <Text className="max-w-[22em] border-t-2 border-text pt-4 text-lead font-semibold">
            {page.summary}
          </Text>
          <Contents entries={listContents(page.body)} label={site.messages.legal.contents} />
        </div>
        {/* Evened-out last lines would move when the font loads. */}
        <RichText
          value={page.body}
          heading={page.title}
          level={1}
          site={site}
          className="col-span-full max-w-[35.5em] lg:col-[6/-1] [&_:is(p,li)]:text-wrap"
        />
      </div>
    </article>
  )
}

/** The table of contents of a long document, collapsed on small screens. */
function Contents({ entries, label }: { entries: ReturnType<typeof listContents>; label: string }) {
  if (entries.length < 3) return null
  const list = (
    <ul className="contents-list">
      {entries.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label={label} className="no-print mt-6">
      <details className="contents-fold lg:hidden">
        <summary>{label}</summary>
        {list}
      </details>
      <div className="hidden lg:block">
        <p className="eyebrow mb-2">{label}</p>
        {list}
      </div>
    </nav>
  )
}
