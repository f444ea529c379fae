import { execFile } from 'node:child_process'
import { accessSync, appendFileSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { chromium } from '@playwright/test'
import { Problem } from '../lib/command.ts'
import { inRoot, programs } from '../lib/paths.ts'

/** The log of package managers and of other programs that run without visible output. */
const installLog = inRoot('.local', 'logs', 'install.log')

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds the first executable among `names`: absolute paths, or names on the PATH, in /usr/sbin or /usr/local/sbin. */
function findProgram(...names: string[]): string | undefined {
  const folders = `${process.env.PATH}${delimiter}/usr/sbin${delimiter}/usr/local/sbin`.split(delimiter)
  return names
    .flatMap((name) =>
      isAbsolute(name) ? [name] : folders.filter(Boolean).map((folder) => join(folder, name)),
    )
    .find(isProgram)
}

/** Runs a program with its output in the log. Returns whether it exited with 0. */
function succeeds(file: string, ...args: string[]): Promise<boolean> {
  mkdirSync(dirname(installLog), { recursive: true })
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) => {
      appendFileSync(installLog, `$ ${file} ${args.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}\n`)
      resolve(!error)
    })
  })
}

/** Whether Debian's packages can be installed: by root, on Debian or Ubuntu. */
const canInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function installPackages(packages: readonly string[]): Promise<void> {
  if (!canInstall) return
  // Package lists may be stale or missing; a failed update matters only if the installation fails too.
  await succeeds('apt-get', 'update')
  await succeeds('apt-get', 'install', '-y', '--no-install-recommends', ...packages)
}

/**
 * Returns the result of `find`. If there is none, installs Debian's packages; if there still is none, calls `download`.
 *
 * @param name - the name of the program, at the start of the message
 * @throws a Problem that states the installation command, if the program is still missing
 */
async function ensure<Found>(
  name: string,
  packages: string[],
  find: () => Found | undefined | Promise<Found | undefined>,
  download?: () => Promise<unknown>,
): Promise<Found> {
  for (const install of [undefined, () => installPackages(packages), download]) {
    await install?.()
    const found = await find()
    if (found) return found
  }
  throw new Problem(
    `${name} is missing: install it (on Debian and Ubuntu: \`sudo apt-get install ${packages.join(' ')}\`), and try again.`,
    // Without an attempt to install, there is no log.
    canInstall || download ? installLog : undefined,
  )
}

/** Returns the path of a program whose Debian package has the same name; see {@link ensure}. */
export const ensureProgram = (name: string): Promise<string> => ensure(name, [name], () => findProgram(name))

/** Returns the path of nginx, with the Brotli module that deploy/nginx.conf loads; see {@link ensure}. */
export const ensureNginx = (): Promise<string> =>
  ensure('nginx with Brotli', ['nginx', 'libnginx-mod-http-brotli-filter'], () =>
    existsSync('/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so') ? findProgram('nginx') : undefined,
  )

/** Requires Firefox, and WebKitGTK with its driver and a virtual display; see {@link ensure}. */
export const ensureOtherBrowsers = (): Promise<boolean> =>
  ensure('Firefox or WebKitGTK', ['firefox-esr', 'webkit2gtk-driver', 'xvfb'], () =>
    ['firefox-esr', 'WebKitWebDriver', 'Xvfb'].every((name) => findProgram(name)),
  )

/** The absolute paths of a PostgreSQL server's programs. */
export type PostgresPrograms = { initdb: string; postgres: string }

/** The folder with a subfolder for each version's programs, on Debian and derived distributions. */
const debianFolder = '/usr/lib/postgresql'

/** Finds the newest server from Debian's packages, or else one on the PATH; undefined without one. */
export function findPostgres(): PostgresPrograms | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const folders = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((name) => join(debianFolder, name, 'bin'))
  const find = (name: string) => findProgram(...folders.map((folder) => join(folder, name)), name)
  const [initdb, postgres] = [find('initdb'), find('postgres')]
  return initdb && postgres ? { initdb, postgres } : undefined
}

/** Returns the programs of a PostgreSQL server; see {@link ensure}. */
export const ensurePostgres = (): Promise<PostgresPrograms> =>
  ensure('PostgreSQL', ['postgresql', 'openssl'], findPostgres)

/** The headless shell comes first, because it needs fewer resources than the full browser. */
const chromiumNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Finds a browser that starts; on Ubuntu, `chromium-browser` may only print how to install one. */
async function findChromium(): Promise<string | undefined> {
  const found = [...chromiumNames, chromium.executablePath()].map((name) => findProgram(name))
  for (const file of [process.env.CHROMIUM_PATH, ...found])
    if (file && (await succeeds(file, '--headless', '--no-sandbox', '--disable-gpu', '--version')))
      return file
  return undefined
}

/** Returns the path of a Chromium, which may be Playwright's download; see {@link ensure}. */
export const ensureChromium = (): Promise<string> =>
  // Ubuntu's package for the full browser would only print how to install it.
  ensure('Chrome, or a Chromium in CHROMIUM_PATH,', ['chromium-headless-shell'], findChromium, () =>
    succeeds(process.execPath, programs.playwright, 'install', 'chromium'),
  )
