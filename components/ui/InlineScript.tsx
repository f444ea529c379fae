import { draftMode, headers } from 'next/headers'
import { nonceHeader } from '@/lib/draftCookie'

/**
 * An inline script. It runs before the browser paints the content that follows it.
 *
 * @param source - a constant, without input from visitors or editors
 */
export async function InlineScript({ source }: { source: string }) {
  // A cached page's CSP contains the script's hash (server/pageCache.ts); a draft's CSP contains a nonce.
  const { isEnabled } = await draftMode()
  const nonce = isEnabled ? (await headers()).get(nonceHeader) : undefined
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the source is a constant
  return <script nonce={nonce ?? undefined} dangerouslySetInnerHTML={{ __html: source }} />
}
