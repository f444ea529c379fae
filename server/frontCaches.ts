const purgeTimeoutMs = 5000

/**
 * Purges everything from a CDN.
 *
 * @param url - of an API like Cloudflare's: https://developers.cloudflare.com/api/resources/cache/methods/purge/
 * @param token - sent as a bearer token
 * @throws an Error when the CDN rejects the purge, or does not respond within five seconds
 */
export async function purgeCdn(url: string, token: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ purge_everything: true }),
    signal: AbortSignal.timeout(purgeTimeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The CDN responded with ${response.status} to a purge.`)
}
