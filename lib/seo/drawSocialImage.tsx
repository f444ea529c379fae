import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SocialCard } from '@/components/social/SocialCard'
import { pictureUrl } from '@/lib/content/image'
import { fetchPublished } from '@/lib/content/published'
import { socialQuery } from '@/lib/content/queries/social'
import type { SocialQueryResult } from '@/lib/content/types.generated'
import { socialSize } from './socialImage'

/** A picture that takes longer is left out: the words are what matters. */
const pictureWithinMilliseconds = 5_000

/**
 * Draws the social image of a page from its published content. It is kept like the content itself, and drawn again when
 * one of the documents changes.
 *
 * @param id - the document whose title it shows
 * @returns a PNG as base64, or null while the content has no title and the site no name
 * @throws when the lake cannot be reached and there has never been an answer
 */
export async function drawSocialImage(id: string): Promise<string | null> {
  'use cache'
  // typegen derived this type from the query and the schema.
  const content = (await fetchPublished(socialQuery, { id }, [id, 'siteSettings'])) as SocialQueryResult
  const { seo, settings } = content
  const siteName = settings?.siteName ?? ''
  const title = seo?.title || siteName
  if (!title) return null
  const [font, picture] = await Promise.all([
    readFile(join(process.cwd(), 'app/fonts/besley-450.ttf')),
    pictureData(pictureUrl(settings?.socialImage, socialSize.height, 1)),
  ])
  // Bundled, its WebAssembly would add to the script of every page, though only this file needs it.
  const { ImageResponse } = await import(/* turbopackIgnore: true */ 'next/og.js')
  const card = (
    <SocialCard title={title} line={settings?.tagline ?? ''} siteName={siteName} picture={picture} />
  )
  const image = new ImageResponse(card, { ...socialSize, fonts: [{ name: 'Besley', data: font }] })
  return Buffer.from(await image.arrayBuffer()).toString('base64')
}

/** The picture as a `data:` address; null when there is none or it does not arrive. */
async function pictureData(url: string | null): Promise<string | null> {
  if (!url) return null
  try {
    const answer = await fetch(url, {
      headers: { Accept: 'image/jpeg,image/png' },
      cache: 'no-store',
      signal: AbortSignal.timeout(pictureWithinMilliseconds),
    })
    const type = answer.headers.get('content-type') ?? ''
    if (!answer.ok || !/^image\/(jpeg|png)$/.test(type)) return null
    return `data:${type};base64,${Buffer.from(await answer.arrayBuffer()).toString('base64')}`
  } catch (error) {
    console.error('[social] the picture of a social image did not arrive', error)
    return null
  }
}
