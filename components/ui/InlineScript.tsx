import { draftMode, headers } from 'next/headers'
import { nonceHeader } from '@/lib/draftCookie'

/**
 * An inline script, which runs at its place in the page, before the following content is painted.
 *
 * @param source - a constant without input of a visitor or an editor
 */
export async function InlineScript({ source }: { source: string }) {
  // The content security policy allows the script by its hash on a cached page (server/pageCache.ts), and by a nonce on
  // a draft.
  const { isEnabled } = await draftMode()
  const nonce = isEnabled ? (await headers()).get(nonceHeader) : undefined
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the source is a constant
  return <script nonce={nonce ?? undefined} dangerouslySetInnerHTML={{ __html: source }} />
}
