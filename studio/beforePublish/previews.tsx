import { Card, Stack, Text } from '@sanity/ui'
import { z } from 'zod'
import type { Fields } from '@/lib/content/checks/walk'
import { isRecord } from '@/lib/content/contentGuards'
import { fillTemplate } from '@/lib/content/format'
import { pictureUrl } from '@/lib/content/image'
import type { Page } from '@/lib/pages'
import { siteOrigin, socialImagePath, socialSize } from '@/lib/seo/metadata'

/** How many characters search engines show, about. */
const shown = { title: 60, description: 160 }

type SearchResultProps = { seo: unknown; settings: Fields; path: string }

/** How search engines show a page, about: they choose for themselves. */
export function SearchResult({ seo, settings, path }: SearchResultProps) {
  const { title, description, noindex } = textsOf(seo)
  if (noindex) return <Text size={1}>Search engines leave this page out.</Text>
  return (
    <Card border padding={4} radius={2} data-testid="search-result">
      <Stack gap={4}>
        <Text size={0} muted>
          {new URL(path, siteOrigin).href.replace(/\/$/, '')}
        </Text>
        <Text size={2} style={{ color: 'var(--card-link-fg-color)' }}>
          {cut(pageTitle(title, settings), shown.title)}
        </Text>
        <Text size={1} muted>
          {cut(description, shown.description) || 'Without a description they show a sentence of the page.'}
        </Text>
      </Stack>
    </Card>
  )
}

/** A picture as it stands in a form: its asset is a reference. */
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
  /** The page as it is published; undefined before it is, when it has no card yet. */
  page: Page | undefined
}

/** The card that a message with a link to the page shows. */
export function SocialCard({ seo, settings, page }: SocialCardProps) {
  const { title, description } = textsOf(seo)
  const { width, height } = socialSize
  const picture = pictureSchema.safeParse(isRecord(seo) ? seo.image : undefined).data
  const own = picture && pictureUrl({ ...picture, asset: { _id: picture.asset._ref } }, 600, width / height)
  return (
    <Stack gap={3} data-testid="social-card">
      <Card border radius={2} overflow="hidden">
        <div
          style={{
            aspectRatio: `${width} / ${height}`,
            background: `center / cover url(${JSON.stringify(own ?? socialImagePath(page ?? null))})`,
          }}
        />
        <Stack gap={3} padding={3}>
          <Text size={1} weight="semibold">
            {title || String(settings.siteName ?? '')}
          </Text>
          <Text size={1} muted>
            {cut(description, 100)}
          </Text>
        </Stack>
      </Card>
      {!own && (
        <Text size={0} muted>
          {page
            ? 'The card is drawn from what is published, and anew when you publish another title.'
            : 'This is the card of the site. One with the title of this page is drawn when you publish it.'}
        </Text>
      )}
    </Stack>
  )
}

function textsOf(seo: unknown) {
  const { title, description, noindex } = isRecord(seo) ? seo : {}
  return { title: textOf(title), description: textOf(description), noindex: noindex === true }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function pageTitle(title: string, { siteName, titleTemplate }: Fields): string {
  if (!title) return textOf(siteName)
  return textOf(titleTemplate)
    ? fillTemplate(textOf(titleTemplate), { title, siteName: textOf(siteName) })
    : title
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length).replace(/\s+\S*$/, '')} …` : text
}
