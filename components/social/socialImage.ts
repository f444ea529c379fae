import 'server-only'
import { drawSocialImage } from './drawSocialImage'

/**
 * Responds with the social image of a page.
 *
 * @param id - the id of the page's document. Without one, or without a title to draw, the response is a 404
 */
export async function respondWithSocialImage(id: string | undefined): Promise<Response> {
  const image = id ? await drawSocialImage(id) : null
  if (!image) return new Response(null, { status: 404 })
  return new Response(Buffer.from(image, 'base64'), { headers: { 'Content-Type': 'image/png' } })
}
