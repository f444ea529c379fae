import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What the proxy asks for: a symbolic link to the folder of the generation. */
const link = 'current'

/**
 * Begins a new generation of pages: whatever a proxy has kept belongs to an older one, and is not used any more. The
 * proxy has the folder that the link leads to in the key of its cache (deploy/nginx.conf).
 *
 * @param folder - absolute; the site may write to it, and the proxy reads it
 * @throws when the folder cannot be written to
 */
export function beginGeneration(folder: string): void {
  const name = randomUUID()
  const entries = readdirSync(folder)
  // A proxy may just be looking at it.
  const last = entries.includes(link) ? readlinkSync(join(folder, link)) : undefined
  mkdirSync(join(folder, name))
  symlinkSync(name, join(folder, `next-${name}`))
  // In one step, so that there is no moment without a generation.
  renameSync(join(folder, `next-${name}`), join(folder, link))
  for (const entry of entries) {
    if (entry !== link && entry !== last) rmSync(join(folder, entry), { recursive: true, force: true })
  }
}
