// Preloaded into Sanity's command line, this sends it to a local cloud: see docs/command-line.md.
import { registerHooks } from 'node:module'

const host = process.env.SANITY_LOCAL_HOST
if (!host) throw new Error('SANITY_LOCAL_HOST has to name the port of Sanity, such as http://localhost:4001')

/** The command line takes no host as a setting. This is the one besides its own that it knows. */
const OTHER_HOST = 'https://api.sanity.work'
/** Not every system knows the names of projects on this machine. */
const PROJECT_HOST = 'useProjectHostname: true'

// What needs the Studio's schema runs in a thread that loads everything once more, with Vite, past Node's hooks.
const CODE = 'let normalizedCode = code'
const LOCAL_CODE = `let normalizedCode = !modulePath.includes('/@sanity/cli') ? code : code
  .replaceAll('${OTHER_HOST}', ${JSON.stringify(host)}).replaceAll('${PROJECT_HOST}', 'useProjectHostname: false')`

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.includes('/@sanity/cli') || !loaded.source) return loaded
    const source = String(loaded.source)
      .replaceAll(OTHER_HOST, host)
      .replaceAll(PROJECT_HOST, 'useProjectHostname: false')
      .replace(CODE, LOCAL_CODE)
    return { ...loaded, source }
  },
})
