import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** The symbolic link to the folder whose name is the current cache version. */
const versionLink = 'current'

const purgeTimeoutMs = 5000

/**
 * Invalidates all pages that the proxy has cached: their cache key in deploy/nginx.conf has the target of
 * {@link versionLink}.
 *
 * @param folder - absolute; the site writes to it, and the proxy reads it
 * @throws when the folder cannot be written to
 */
export function beginProxyCacheVersion(folder: string): void {
  const version = randomUUID()
  const entries = readdirSync(folder)
  // The folder of the previous version stays, since the proxy may be resolving the link to it.
  const previousVersion = entries.includes(versionLink) ? readlinkSync(join(folder, versionLink)) : undefined
  mkdirSync(join(folder, version))
  symlinkSync(version, join(folder, `next-${version}`))
  // Atomic, so that there is always a version.
  renameSync(join(folder, `next-${version}`), join(folder, versionLink))
  for (const entry of entries) {
    if (entry !== versionLink && entry !== previousVersion)
      rmSync(join(folder, entry), { recursive: true, force: true })
  }
}

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
