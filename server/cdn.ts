/** A CDN that keeps pages, and takes longer to say so, is not waited for. Milliseconds. */
const timeoutMs = 5000

/**
 * Has a CDN forget all pages.
 *
 * @param url - where it is told, as Cloudflare's API has it:
 *   https://developers.cloudflare.com/api/resources/cache/methods/purge/
 * @param token - sent as a bearer
 * @throws an Error when it refuses, or does not answer within five seconds
 */
export async function purgeCdn(url: string, token: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ purge_everything: true }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The CDN answered ${response.status} when it was to forget its pages.`)
}
