import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { stopAll, stopOnSignals } from './lib/children.ts'
import { formatSeconds, StepList, style } from './lib/output.ts'
import { explainRefusal, formatError, Problem } from './lib/problem.ts'
import { readPort } from './stack/ports.ts'
import { type Stack, startStack } from './stack/stack.ts'

const help = `npm run up starts the local cloud and the site, and keeps them running until Ctrl-C.

  npm run up -- --reset        start from the seed: all content and accounts of the local cloud are deleted
  npm run up -- --dev          serve the development server instead of a production build
  npm run up -- --json <file>  write the durations of the steps to a file

Other ports: SITE_PORT (3000) and LOCAL_PORT_BASE (4000). Other data folder: LOCAL_DATA_DIR (.local).`

function printUrls({ siteOrigin, cloudOrigin, logDir }: Stack, seconds: number): void {
  const rows = [
    ['Site', siteOrigin],
    ['Studio', `${siteOrigin}/studio-admin`],
    ['Local cloud', cloudOrigin],
    ['Logs', logDir],
    ['Process', String(process.pid)],
  ]
  console.log(
    `\n${style.bold('The site and the local cloud run')} ${style.dim(`after ${formatSeconds(seconds)}`)}\n`,
  )
  for (const [name = '', value = ''] of rows) console.log(`  ${name.padEnd(12)} ${style.cyan(value)}`)
  console.log('\n  Stop with Ctrl-C; the data stays. Start over with npm run up -- --reset.\n')
}

async function fail(error: unknown): Promise<never> {
  console.error(formatError(error))
  await stopAll()
  process.exit(1)
}

async function main(): Promise<void> {
  const { values } = explainRefusal('The options are --reset, --dev, --json <file> and --help.', () =>
    parseArgs({
      options: {
        reset: { type: 'boolean', default: false },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
        json: { type: 'string' },
      },
    }),
  )
  const { reset, dev, json } = values
  if (values.help) return console.log(help)
  stopOnSignals(0, () => console.log('\nStopping …'))
  const startedAt = performance.now()
  const steps = new StepList()
  const stack = await startStack({
    sitePort: readPort('SITE_PORT', 3000),
    portBase: readPort('LOCAL_PORT_BASE', 4000),
    dataDir: resolve(process.env.LOCAL_DATA_DIR || '.local'),
    distDir: process.env.NEXT_DIST_DIR || '.next',
    reset,
    dev,
    hasScheduler: true,
    steps,
    onUnexpectedExit: (name, logFile) => fail(new Problem(`${name} stopped by itself.`, logFile)),
  })
  const seconds = (performance.now() - startedAt) / 1000
  const installed = { name: 'Install the packages', seconds: Number(process.env.INSTALL_SECONDS ?? 0) }
  if (json) writeFileSync(json, `${JSON.stringify({ steps: [installed, ...steps.times] }, null, 2)}\n`)
  printUrls(stack, seconds)
}

main().catch(fail)
