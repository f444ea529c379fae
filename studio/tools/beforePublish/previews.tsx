import { Card, Stack, Text } from '@sanity/ui'
import { z } from 'zod'
import { pictureUrl } from '@/lib/content/media/image'
import { fillTemplate } from '@/lib/content/text/format'
import type { Page } from '@/lib/pages'
import { siteOrigin, socialImagePath, socialSize } from '@/lib/seo/metadata'

/** The approximate number of characters that search engines and messaging apps show. */
const visibleLength = { title: 60, description: 160, cardDescription: 100 }

const text = z.string().catch('')
const number = z.number()

/** A draft's fields for search engines and social networks. A picture contains only a reference to its asset. */
const seoSchema = z
  .object({
    title: text,
    description: text,
    noindex: z.boolean().catch(false),
    image: z
      .object({
        asset: z.object({ _ref: z.string() }).transform(({ _ref }) => ({ _id: _ref })),
        crop: z
          .object({ top: number, bottom: number, left: number, right: number })
          .optional()
          .catch(undefined),
        hotspot: z
          .object({ x: number, y: number, height: number, width: number })
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
  })
  .catch({ title: '', description: '', noindex: false })

const settingsSchema = z.object({ siteName: text, titleTemplate: text })

type SearchResultProps = { seo: unknown; settings: object; path: string }

/** Previews a page's search result. It is approximate: each search engine decides what to show. */
export function SearchResult({ seo, settings, path }: SearchResultProps) {
  const { title, description, noindex } = seoSchema.parse(seo)
  const { siteName, titleTemplate } = settingsSchema.parse(settings)
  if (noindex) return <Text size={1}>This page is hidden from search engines.</Text>
  const fullTitle = title ? fillTemplate(titleTemplate || '{title}', { title, siteName }) : siteName
  return (
    <Card border padding={4} radius={2} data-testid="search-result">
      <Stack gap={4}>
        <Text size={0} muted>
          {new URL(path, siteOrigin).href.replace(/\/$/, '')}
        </Text>
        <Text size={2} style={{ color: 'var(--card-link-fg-color)' }}>
          {truncate(fullTitle, visibleLength.title)}
        </Text>
        <Text size={1} muted>
          {truncate(description, visibleLength.description) ||
            'Without a description, search engines show a sentence from the page.'}
        </Text>
      </Stack>
    </Card>
  )
}

type SocialCardProps = {
  seo: unknown
  settings: object
  /** The published page; undefined before its first publication, when it has no image. */
  page: Page | undefined
}

/** Previews the card that messaging apps and social networks show for a link to the page. */
export function SocialCard({ seo, settings, page }: SocialCardProps) {
  const { title, description, image } = seoSchema.parse(seo)
  const { width, height } = socialSize
  const ownImage = image && pictureUrl(image, 600, width / height)
  const background = `center / cover url(${JSON.stringify(ownImage ?? socialImagePath(page ?? null))})`
  return (
    <Stack gap={3} data-testid="social-card">
      <Card border radius={2} overflow="hidden">
        <div style={{ aspectRatio: `${width} / ${height}`, background }} />
        <Stack gap={3} padding={3}>
          <Text size={1} weight="semibold">
            {title || settingsSchema.parse(settings).siteName}
          </Text>
          <Text size={1} muted>
            {truncate(description, visibleLength.cardDescription)}
          </Text>
        </Stack>
      </Card>
      {!ownImage && (
        <Text size={0} muted>
          {page
            ? 'This image shows the published heading. Publish a new one to update it.'
            : 'This is the site’s default image. The page gets its own when you publish it.'}
        </Text>
      )}
    </Stack>
  )
}

function truncate(string: string, length: number): string {
  return string.length > length ? `${string.slice(0, length).replace(/\s+\S*$/, '')} …` : string
}
