import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineQuery } from 'groq'
import { logoRingPath } from '@/components/site/SiteName'
import { ink } from '@/lib/colors'
import { hasPicture, pictureUrl } from '@/lib/content/media/image'
import { pictureFields } from '@/lib/content/reading/fragments'
import { fetchPublished } from '@/lib/content/reading/published'
import type { SocialQueryResult } from '@/lib/content/types.generated'
import { log } from '@/lib/log'
import { socialSize } from '@/lib/seo/metadata'

/** GROQ query for a page's social image: the page's headline, its first section's picture, and the site settings. */
export const socialQuery = defineQuery(`{
  "page": *[_id == $id][0]{
    _id,
    "title": coalesce(sections[hidden != true && defined(heading)][0].heading, heading, title, seo.title),
    "picture": coalesce(
      sections[hidden != true][0].picture,
      sections[hidden != true][0].video.poster,
      locationPicture
    ){${pictureFields}}
  },
  "settings": *[_id == "siteSettings"][0]{_id, siteName, tagline, socialImage{${pictureFields}}}
}`)

/** A picture that takes longer to load is omitted. */
const pictureTimeoutMs = 5_000

/**
 * Responds with a page's social image.
 *
 * @param id - the id of the page's document. Without one, or without a title to draw, the response is a 404
 */
export async function respondWithSocialImage(id: string | undefined): Promise<Response> {
  const image = id ? await drawSocialImage(id) : null
  if (!image) return new Response(null, { status: 404 })
  return new Response(Buffer.from(image, 'base64'), { headers: { 'Content-Type': 'image/png' } })
}

/**
 * Draws a page's social image from published content: the page's headline and picture, and the site settings. The
 * image is cached like this content, and drawn again after the content changes.
 *
 * @param id - the id of the page's document
 * @returns a PNG as base64, or null when both the title and the site name are missing
 * @throws when the Content Lake cannot be reached and there is no fallback response
 */
async function drawSocialImage(id: string): Promise<string | null> {
  'use cache'
  const content = (await fetchPublished(socialQuery, { id }, [id, 'siteSettings'])) as SocialQueryResult
  const { page, settings } = content
  const siteName = settings?.siteName ?? ''
  const title = page?.title || siteName
  if (!title) return null
  const shownPicture = hasPicture(page?.picture) ? page.picture : settings?.socialImage
  const [font, picture] = await Promise.all([
    readFile(join(process.cwd(), 'app/fonts/besley-450.ttf')),
    fetchPictureDataUrl(pictureUrl(shownPicture, socialSize.height, 1)),
  ])
  // If bundled, the WebAssembly of `next/og` would enlarge Next's runtime in the browser script of every page.
  const { ImageResponse } = await import(/* turbopackIgnore: true */ 'next/og.js')
  const card = (
    <SocialCard title={title} tagline={settings?.tagline ?? ''} siteName={siteName} picture={picture} />
  )
  const image = new ImageResponse(card, { ...socialSize, fonts: [{ name: 'Besley', data: font }] })
  return Buffer.from(await image.arrayBuffer()).toString('base64')
}

/** Returns the picture as a `data:` URL, or null if there is no URL or no JPEG or PNG loads from it. */
async function fetchPictureDataUrl(url: string | null): Promise<string | null> {
  if (!url) return null
  try {
    const response = await fetch(url, {
      headers: { Accept: 'image/jpeg,image/png' },
      cache: 'no-store',
      signal: AbortSignal.timeout(pictureTimeoutMs),
    })
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !/^image\/(jpeg|png)$/.test(type)) return null
    return `data:${type};base64,${Buffer.from(await response.arrayBuffer()).toString('base64')}`
  } catch (error) {
    log.error('social', 'social image: loading the picture failed; the image is drawn without it', error)
    return null
  }
}

type SocialCardProps = {
  title: string
  /** The smaller line below the title. */
  tagline: string
  siteName: string
  /** The square picture, as a `data:` URL. */
  picture: string | null
}

/** The round picture's diameter and position, in pixels. */
const roundPicture = { size: 620, left: 660, top: 5 }

/**
 * The preview image of a shared link: the page's headline beside a round picture. It is drawn by Satori, which
 * supports only flexbox and inline styles.
 */
function SocialCard({ title, tagline, siteName, picture }: SocialCardProps) {
  const titleSizePx = title.length > 44 ? 58 : title.length > 26 ? 70 : 86
  return (
    <div
      style={{
        ...socialSize,
        display: 'flex',
        position: 'relative',
        background: ink,
        color: '#f4ecdf',
      }}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 400 400"
        width={roundPicture.size + 76}
        height={roundPicture.size + 76}
        style={{ position: 'absolute', left: roundPicture.left - 38, top: roundPicture.top - 38 }}
      >
        {scaleTicks.map(({ angle, isLong }) => (
          <path
            key={angle}
            d={`M200 2V${isLong ? 12 : 7}`}
            stroke="#f2a73b"
            strokeWidth={isLong ? 1.4 : 0.9}
            transform={`rotate(${angle} 200 200)`}
          />
        ))}
      </svg>
      <div
        style={{
          position: 'absolute',
          left: roundPicture.left,
          top: roundPicture.top,
          width: roundPicture.size,
          height: roundPicture.size,
          borderRadius: roundPicture.size / 2,
          overflow: 'hidden',
          display: 'flex',
          background: '#241b13',
        }}
      >
        {/* biome-ignore lint/performance/noImgElement: Satori draws it, not a browser */}
        {picture && <img src={picture} alt="" width={roundPicture.size} height={roundPicture.size} />}
      </div>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          justifyContent: 'space-between',
          width: 600,
          padding: '56px 0 56px 64px',
        }}
      >
        <div style={{ display: 'flex', alignItems: 'center', gap: 18, fontSize: 34 }}>
          <svg viewBox="0 0 32 32" width="52" height="52" aria-hidden="true">
            <path d={logoRingPath} fill="none" stroke="#f2a73b" strokeWidth="3" strokeLinecap="round" />
            <circle cx="16" cy="16" r="4.5" fill="#d4331f" />
          </svg>
          <div>{siteName}</div>
        </div>
        <div style={{ display: 'flex', flexDirection: 'column', gap: 26 }}>
          <div style={{ fontSize: titleSizePx, lineHeight: 1.1, letterSpacing: -titleSizePx * 0.03 }}>
            {title}
          </div>
          <div style={{ fontSize: 27, lineHeight: 1.3, color: '#f2a73b' }}>{tagline}</div>
        </div>
      </div>
    </div>
  )
}

/** The marks of the scale around the round picture, every 3 degrees. Every fifth is longer. */
const scaleTicks = Array.from({ length: 120 }, (_, index) => ({ angle: index * 3, isLong: index % 5 === 0 }))
