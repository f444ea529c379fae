import { defineQuery } from 'groq'
import { SiteLink } from '@/components/ui/link/SiteLink'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { seoFields } from '@/lib/content/reading/fragments'
import { isText } from '@/lib/content/text/contentGuards'
import type { NotFoundPageQueryResult } from '@/lib/content/types.generated'

/** GROQ query of the 404 page. */
export const notFoundPageQuery = defineQuery(`*[_type == "notFoundPage" && _id == $id][0]{
  _id,
  seo{${seoFields}},
  heading,
  text,
  homeLabel
}`)

/** The 404 page. */
export function NotFound({ page }: { page: NonNullable<NotFoundPageQueryResult> }) {
  return (
    <div className="not-found ring-field surface-ink relative pt-16 lg:pt-28">
      <div className="page-grid">
        <div className="col-span-full lg:col-span-9">
          <Heading level={1} className="text-display">
            {page.heading}
          </Heading>
          <Text className="mt-8 max-w-[40ch] text-lead text-muted">{page.text}</Text>
          {isText(page.homeLabel) && (
            <p className="mt-10">
              <SiteLink href="/" label={page.homeLabel} className="button" />
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
