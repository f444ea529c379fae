const reloadKey = 'reloaded-for-script'

/** The minimum interval between reloads, so that missing scripts do not reload the page again and again. */
const minReloadIntervalMs = 60_000

/**
 * Loads a script of the site on demand. After a deployment, the script may be missing; the page then reloads once.
 *
 * @throws an error with the code `page_outdated` when a script is missing within a minute of such a reload, or where
 * storage is blocked; the loader's error otherwise
 */
export async function loadOnDemand<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    // The bundler's error message contains the file's path.
    const path = /\/_next\/\S+\.js/.exec(String(error))?.[0]
    if (!path || !(await isMissing(path))) throw error
    try {
      if (Date.now() - Number(window.sessionStorage.getItem(reloadKey)) > minReloadIntervalMs) {
        window.sessionStorage.setItem(reloadKey, String(Date.now()))
        window.location.reload()
        return new Promise(() => {})
      }
    } catch {
      // Without storage, the page would reload repeatedly.
    }
    throw Object.assign(new Error('A deployment replaced this page. Reload it.'), { code: 'page_outdated' })
  }
}

/** Whether the server responds with 404 to a path; false without a response. */
const isMissing = (path: string) =>
  fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  )
