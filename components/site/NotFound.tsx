import { stegaClean } from '@sanity/client/stega'
import { defineQuery } from 'groq'
import { ContentLink } from '@/components/ui/link/ContentLink'
import { Heading } from '@/components/ui/text/Heading'
import { Text } from '@/components/ui/text/Text'
import { seoFields } from '@/lib/content/reading/fragments'
import type { SiteContent } from '@/lib/content/reading/settings'
import { filterObjects } from '@/lib/content/text/contentGuards'
import type { NotFoundPageQueryResult } from '@/lib/content/types.generated'
import { pages } from '@/lib/pages'

/** GROQ query for the 404 page. */
export const notFoundPageQuery = defineQuery(`*[_type == "notFoundPage" && _id == $id][0]{
  _id,
  seo{${seoFields}},
  heading,
  text,
  homeLabel
}`)

type NotFoundProps = { page: NonNullable<NotFoundPageQueryResult>; site: SiteContent }

const suggestedPaths: readonly string[] = [pages.services.path, pages.studio.path]

/** The 404 page, with the navigation's links to the services and the studio. */
export function NotFound({ page, site }: NotFoundProps) {
  const links = filterObjects(site.settings?.navigation).filter((link) =>
    suggestedPaths.includes(stegaClean(link.page) ?? ''),
  )
  return (
    <div className="not-found ring-field surface-ink relative pt-16 lg:pt-28">
      <div className="page-grid">
        <div className="col-span-full lg:col-span-9">
          <Heading level={1} className="text-display">
            {page.heading}
          </Heading>
          <Text className="mt-8 max-w-[24.5em] text-lead text-muted">{page.text}</Text>
          <div className="mt-10 flex flex-wrap items-center gap-x-8 gap-y-4">
            <ContentLink
              link={{ kind: 'page', page: pages.home.path, label: page.homeLabel }}
              site={site}
              className="button"
            />
            {links.length > 0 && (
              <div className="flex flex-wrap gap-x-8">
                {links.map((link) => (
                  <ContentLink key={link.key} link={link} site={site} className="text-link" />
                ))}
              </div>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}
