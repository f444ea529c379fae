import 'server-only'
import { drawSocialImage } from './drawSocialImage'

/**
 * Responds with the social image of a page.
 *
 * @param id - the document whose title it shows; 404 without one, or while there is nothing to draw
 */
export async function respondWithSocialImage(id: string | undefined): Promise<Response> {
  const image = id ? await drawSocialImage(id) : null
  if (!image) return new Response(null, { status: 404 })
  return new Response(Buffer.from(image, 'base64'), { headers: { 'Content-Type': 'image/png' } })
}
