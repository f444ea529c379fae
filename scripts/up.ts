import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { isStopping, stopAll, stopOnSignals } from './lib/children.ts'
import { defineCommand, formatError, Problem } from './lib/command.ts'
import { formatSeconds } from './lib/output.ts'
import { localSecrets } from './stack/environment.ts'
import { readPort } from './stack/ports.ts'
import { startScheduler } from './stack/scheduler.ts'
import { startStack } from './stack/stack.ts'

const help = `npm run up starts the local cloud and the site, and keeps them running until Ctrl-C.
npm run dev does the same with the development server, which shows code changes immediately.

  npm run up -- --reset  start from the seed: all content and accounts of the local cloud are deleted

SITE_PORT (3000) and LOCAL_PORT_BASE (4000) change the ports, LOCAL_DATA_DIR (.local) the data folder.`

const options = { reset: { type: 'boolean' }, dev: { type: 'boolean' } } as const

/** Runs the command with the arguments of this process. */
export const run = defineCommand(help, { options }, async ({ reset, dev }) => {
  stopOnSignals(0, () => console.log('\nStopping …'))
  const startedAt = performance.now()
  const portBase = readPort('LOCAL_PORT_BASE', 4000)
  const { siteOrigin, logDir, servers } = await startStack({
    sitePort: readPort('SITE_PORT', 3000),
    portBase,
    dataDir: resolve(process.env.LOCAL_DATA_DIR || '.local'),
    distDir: process.env.NEXT_DIST_DIR || '.next',
    reset: reset === true,
    dev: dev === true,
  })
  startScheduler(siteOrigin, localSecrets.CRON_SECRET)
  for (const { name, logFile, child } of servers)
    child.exited.then(async () => {
      if (isStopping()) return
      console.error(formatError(new Problem(`${name} stopped unexpectedly.`, logFile)))
      await stopAll()
      process.exit(1)
    })
  const seconds = (performance.now() - startedAt) / 1000
  const rows = {
    Site: siteOrigin,
    Studio: `${siteOrigin}/studio-admin`,
    'Local cloud': `http://localhost:${portBase}`,
    Logs: logDir,
    Process: String(process.pid),
  }
  console.log(
    `\n${styleText('bold', 'The site and the local cloud are running')} ${styleText('dim', `(started in ${formatSeconds(seconds)})`)}\n`,
  )
  for (const [name, value] of Object.entries(rows))
    console.log(`  ${name.padEnd(12)} ${styleText('cyan', value)}`)
  const script = dev ? 'dev' : 'up'
  console.log(`\n  Stop with Ctrl-C; the data is preserved. Start over with npm run ${script} -- --reset.\n`)
})
