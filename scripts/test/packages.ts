import { execFile } from 'node:child_process'
import { accessSync, appendFileSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { inRoot } from '../lib/paths.ts'
import { Problem } from '../lib/problem.ts'

/** The log of package managers and of other programs that run without visible output. */
export const installLog = inRoot('.local', 'logs', 'install.log')

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the absolute path of the first executable program; undefined when there is none.
 *
 * @param names - absolute paths, or names to find on the PATH, in /usr/sbin and in /usr/local/sbin
 */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].filter(
    Boolean,
  )
  for (const name of names) {
    const places = isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))
    const found = places.find(isProgram)
    if (found) return found
  }
  return undefined
}

/**
 * Runs a program with its output in {@link installLog}.
 *
 * @returns whether it exited with 0
 */
export function runQuietly(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<boolean> {
  mkdirSync(dirname(installLog), { recursive: true })
  return new Promise((resolve) => {
    execFile(file, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      appendFileSync(
        installLog,
        `$ ${file} ${args.join(' ')}\n${stdout}${stderr}${error ? `${error.message}\n` : ''}`,
      )
      resolve(!error)
    })
  })
}

/** Whether packages can be installed with apt here: Debian or a distribution derived from it, as root. */
export function canUseApt(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/**
 * Installs packages of the distribution.
 *
 * @param choices - alternative sets of packages, in order of preference
 * @returns whether one of the sets was installed; false without apt or root
 */
export async function installWithApt(...choices: readonly (readonly string[])[]): Promise<boolean> {
  if (!canUseApt()) return false
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Lists may be stale or missing; a failed update matters only if the installation fails too.
  await runQuietly('/usr/bin/apt-get', ['update'], env)
  const install = ['install', '-y', '--no-install-recommends']
  for (const packages of choices) {
    if (await runQuietly('/usr/bin/apt-get', [...install, ...packages], env)) return true
  }
  return false
}

/**
 * Creates the error for a program that is missing and could not be installed, with the command that installs it, if any.
 *
 * @param programName - the name of the program, with which the sentence begins
 * @param packages.apt - packages of Debian and Ubuntu
 * @param packages.brew - packages of Homebrew; undefined when Homebrew does not have the program
 */
export function createMissingProgramError(
  programName: string,
  packages: { apt: string; brew?: string },
  platform: NodeJS.Platform = process.platform,
): Problem {
  const { apt, brew } = packages
  if (platform === 'darwin') {
    return new Problem(
      brew
        ? `${programName} is missing: run \`brew install ${brew}\` and try again.`
        : `${programName} is missing, and macOS has no package for it: run this step on Debian or Ubuntu.`,
    )
  }
  if (platform === 'linux') {
    const log = canUseApt() ? installLog : undefined
    return new Problem(`${programName} is missing: run \`sudo apt-get install ${apt}\` and try again.`, log)
  }
  return new Problem(`${programName} is missing: install it, or run this step on Debian or Ubuntu.`)
}

/**
 * Returns the path of a program, and installs it first when it is missing.
 *
 * @param name - the name of the program and of Debian's package
 * @throws Problem when it cannot be installed
 */
export async function ensureProgram(name: string): Promise<string> {
  const existing = findProgram([name])
  if (existing) return existing
  await installWithApt([name])
  const installed = findProgram([name])
  if (!installed) throw createMissingProgramError(name, { apt: name, brew: name })
  return installed
}

/** Debian's path of nginx's Brotli module, which deploy/nginx.conf loads. */
const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_filter_module.so'

/**
 * Returns the path of nginx. Installs nginx and the Brotli module that deploy/nginx.conf loads where they are missing.
 *
 * @throws Problem when they cannot be installed
 */
export async function ensureNginx(): Promise<string> {
  const packages = ['nginx', 'libnginx-mod-http-brotli-filter']
  if (!existsSync(brotliModule)) await installWithApt(packages)
  if (!existsSync(brotliModule))
    throw createMissingProgramError('nginx with brotli', { apt: packages.join(' ') })
  return ensureProgram('nginx')
}

/** Installs Firefox, and WebKitGTK with its driver and a virtual display, where they are missing. */
export async function ensureOtherBrowsers(): Promise<void> {
  const packages = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']
  const isComplete = () => ['firefox-esr', 'WebKitWebDriver', 'Xvfb'].every((name) => findProgram([name]))
  if (!isComplete()) await installWithApt(packages)
  if (!isComplete()) throw createMissingProgramError('Firefox or WebKitGTK', { apt: packages.join(' ') })
}
