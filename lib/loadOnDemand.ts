const reloadKey = 'reloaded-for-script'

/** Two missing parts must not reload the page in turns. A later deployment may reload it again. */
const pauseMs = 60_000

/**
 * Loads a part of the site's script when it is needed. After a deployment the part may be gone: then the page reloads,
 * once, and the returned promise stays pending until the page is replaced.
 *
 * @throws an error with the code `page_outdated` when the part is missing after that reload, too; the loader's error
 *   otherwise
 */
export async function loadOnDemand<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    // The bundler's error names the file.
    const path = /\/_next\/\S+\.js/.exec(String(error))?.[0]
    if (!path || !(await isMissing(path))) throw error
    try {
      if (Date.now() - Number(window.sessionStorage.getItem(reloadKey)) > pauseMs) {
        window.sessionStorage.setItem(reloadKey, String(Date.now()))
        window.location.reload()
        return new Promise(() => {})
      }
    } catch {
      // Where nothing can be stored, it would reload forever.
    }
    throw Object.assign(new Error('A deployment has replaced this page.'), { code: 'page_outdated' })
  }
}

/** Whether the server responds that it has no such file. */
const isMissing = (path: string) =>
  fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  )
