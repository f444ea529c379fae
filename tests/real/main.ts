import { existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stopAll, stopOnSignals } from '../../scripts/lib/children.ts'
import { defineCommand, Problem } from '../../scripts/lib/command.ts'
import { runStep } from '../../scripts/lib/output.ts'
import { requireFreePort } from '../../scripts/stack/ports.ts'
import { startStack } from '../../scripts/stack/stack.ts'
import { ensureChromium } from '../../scripts/test/programs.ts'
import { testVariables } from '../../scripts/test/stack.ts'
import { runBrowser } from '../../scripts/test/steps.ts'
import { startAuthServer } from './authServer.ts'
import { startDatabase } from './database.ts'
import { controlOrigin, dataDir, gatewayOrigin, keys, ports, stack } from './endpoints.ts'
import { startControl, startGateway } from './gateway.ts'
import { startMailbox } from './mailbox.ts'

const help = `npm run test:real -- --auth <program> [--migrations <folder>] [file …] runs the browser tests of accounts and
billing, or the named files, with the real Supabase Auth server and a PostgreSQL server.
--migrations is for versions of the program that do not contain their migrations.
TEST_REAL_PORT (9900), TEST_SITE_PORT and TEST_PORT_BASE change the ports of the servers.`

let closeDatabase = async () => {}

async function runRealTests(
  authProgram: string,
  migrations: string | undefined,
  files: readonly string[],
): Promise<void> {
  for (const port of Object.values(ports)) await requireFreePort(port, 'TEST_REAL_PORT')
  const chromium = await runStep('Find a browser', ensureChromium)
  const database = await runStep('Start PostgreSQL', startDatabase)
  closeDatabase = database.close
  await startMailbox()
  await startGateway()
  const startServer = () => startAuthServer(authProgram, database.authConnectionString, migrations)
  await startControl(await runStep('Start the auth server', startServer))
  const realVariables = {
    NEXT_PUBLIC_SUPABASE_URL: gatewayOrigin,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: keys.publishable,
    SUPABASE_SECRET_KEY: keys.secret,
    DATABASE_URL: database.siteConnectionString,
  }
  const { cloud, stop } = await startStack({ ...stack, siteVariables: realVariables })
  const lines = Object.entries({ ...cloud, ...realVariables }).map(([name, value]) => `${name}="${value}"\n`)
  writeFileSync(join(dataDir, 'cloud.env'), lines.join(''))
  const controlVariables = { TEST_CLOUD_ORIGIN: controlOrigin, TEST_DATA_DIR: dataDir }
  const browserStack = { variables: { ...testVariables(chromium), ...controlVariables }, stop }
  const selection = files.length ? files : ['e2e/accounts/', 'e2e/billing/']
  process.exitCode = (await runBrowser(browserStack, 'nightly', selection)) ? 0 : 1
}

const options = { auth: { type: 'string' }, migrations: { type: 'string' } } as const

/** Runs the command with the arguments of this process. */
export const run = defineCommand(
  help,
  { options, allowPositionals: true },
  async ({ auth, migrations }, files) => {
    stopOnSignals(130, () => void closeDatabase())
    // npm runs scripts in the folder of package.json; INIT_CWD is the folder in which the user ran npm.
    const inFolder = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
    if (!auth || !existsSync(inFolder(auth))) {
      throw new Problem(
        'Pass the auth server’s executable with --auth: copy /usr/local/bin/auth from the Docker image supabase/auth, as .github/workflows/nightly.yml does. Or run "go build -o auth ." with Go 1.26 in a clone of https://github.com/supabase/auth.',
      )
    }
    try {
      await runRealTests(inFolder(auth), migrations && inFolder(migrations), files)
    } finally {
      await stopAll()
      await closeDatabase()
    }
    process.exit()
  },
)
