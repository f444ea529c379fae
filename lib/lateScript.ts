import { propertyOf } from './errorCode'

/** Thrown when a part of the site's script is missing on the server: a deployment has replaced this page. */
export class OutdatedPageError extends Error {
  override readonly name = 'OutdatedPageError'
  readonly code = 'page_outdated'
}

const reloadKey = 'reloaded-for-script'

/**
 * Loads a part of the site's script when it is needed. After a deployment the part may be gone: then the page reloads,
 * once, and the returned promise stays pending until it is replaced.
 *
 * @throws OutdatedPageError when the part is missing after that reload, too; the loader's error otherwise
 */
export async function loadLate<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    if (!(await isGone(error))) throw error
    if (!markReload()) throw new OutdatedPageError()
    window.location.reload()
    return new Promise(() => {})
  }
}

/** Whether the server responds that it has no such file. The bundler's error names the file. */
async function isGone(error: unknown): Promise<boolean> {
  const [path] = /\/_next\/static\/[^\s"']+\.js/.exec(String(propertyOf(error, 'message'))) ?? []
  if (!path) return false
  const response = await fetch(path, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return response?.status === 404
}

/** Stores that this tab reloads for this deployment. False when it has done so before, or cannot store it. */
function markReload(): boolean {
  try {
    const deployment = document.querySelector<HTMLScriptElement>('script[src*="/_next/static/"]')?.src ?? ''
    if (window.sessionStorage.getItem(reloadKey) === deployment) return false
    window.sessionStorage.setItem(reloadKey, deployment)
    return true
  } catch {
    return false
  }
}
