import { Card, Stack, Text } from '@sanity/ui'
import { z } from 'zod'
import { pictureUrl } from '@/lib/content/media/image'
import { isRecord } from '@/lib/content/text/contentGuards'
import { fillTemplate } from '@/lib/content/text/format'
import type { Page } from '@/lib/pages'
import { siteOrigin, socialImagePath, socialSize } from '@/lib/seo/metadata'
import type { Fields } from '@/studio/checks/walk'

/** Approximate number of characters that search engines show. */
const visibleLength = { title: 60, description: 160 }

type SearchResultProps = { seo: unknown; settings: Fields; path: string }

/** Previews a page's search result, approximately: each search engine decides for itself. */
export function SearchResult({ seo, settings, path }: SearchResultProps) {
  const { title, description, noindex } = readSeo(seo)
  if (noindex) return <Text size={1}>This page is hidden from search engines.</Text>
  return (
    <Card border padding={4} radius={2} data-testid="search-result">
      <Stack gap={4}>
        <Text size={0} muted>
          {new URL(path, siteOrigin).href.replace(/\/$/, '')}
        </Text>
        <Text size={2} style={{ color: 'var(--card-link-fg-color)' }}>
          {truncate(formatPageTitle(title, settings), visibleLength.title)}
        </Text>
        <Text size={1} muted>
          {truncate(description, visibleLength.description) ||
            'Without a description, search engines show a sentence of the page.'}
        </Text>
      </Stack>
    </Card>
  )
}

/** The value of a picture field in the Studio, with a reference to its asset. */
const pictureSchema = z.object({
  asset: z.object({ _ref: z.string() }),
  crop: z
    .object({ top: z.number(), bottom: z.number(), left: z.number(), right: z.number() })
    .optional()
    .catch(undefined),
  hotspot: z
    .object({ x: z.number(), y: z.number(), height: z.number(), width: z.number() })
    .optional()
    .catch(undefined),
})

type SocialCardProps = {
  seo: unknown
  settings: Fields
  /** The published page; undefined before its first publication, when it has no card yet. */
  page: Page | undefined
}

/** Previews the card that messengers and social networks show for a link to the page. */
export function SocialCard({ seo, settings, page }: SocialCardProps) {
  const { title, description } = readSeo(seo)
  const { width, height } = socialSize
  const picture = pictureSchema.safeParse(isRecord(seo) ? seo.image : undefined).data
  const ownImage =
    picture && pictureUrl({ ...picture, asset: { _id: picture.asset._ref } }, 600, width / height)
  return (
    <Stack gap={3} data-testid="social-card">
      <Card border radius={2} overflow="hidden">
        <div
          style={{
            aspectRatio: `${width} / ${height}`,
            background: `center / cover url(${JSON.stringify(ownImage ?? socialImagePath(page ?? null))})`,
          }}
        />
        <Stack gap={3} padding={3}>
          <Text size={1} weight="semibold">
            {title || String(settings.siteName ?? '')}
          </Text>
          <Text size={1} muted>
            {truncate(description, 100)}
          </Text>
        </Stack>
      </Card>
      {!ownImage && (
        <Text size={0} muted>
          {page
            ? 'This card shows the published title. It updates when you publish a new one.'
            : 'This is the site’s default card. The page gets its own card when you publish it.'}
        </Text>
      )}
    </Stack>
  )
}

function readSeo(seo: unknown) {
  const { title, description, noindex } = isRecord(seo) ? seo : {}
  return { title: toText(title), description: toText(description), noindex: noindex === true }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

function formatPageTitle(title: string, { siteName, titleTemplate }: Fields): string {
  if (!title) return toText(siteName)
  return toText(titleTemplate)
    ? fillTemplate(toText(titleTemplate), { title, siteName: toText(siteName) })
    : title
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/\s+\S*$/, '')} …` : text
}
