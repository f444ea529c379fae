import { draftMode, headers } from 'next/headers'
import { nonceHeader } from '@/lib/draftCookie'

/**
 * An inline script, which runs at its place in the page, before the following content is painted.
 *
 * @param source - a constant: nothing of a visitor or an editor
 */
export async function InlineScript({ source }: { source: string }) {
  // The policy of a cached page names the script by its hash (server/pageCache.ts), that of a draft by its nonce.
  const { isEnabled } = await draftMode()
  const nonce = isEnabled ? (await headers()).get(nonceHeader) : undefined
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  return <script nonce={nonce ?? undefined} dangerouslySetInnerHTML={{ __html: source }} />
}
