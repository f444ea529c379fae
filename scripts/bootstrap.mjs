// Runs on any Node from 18: plain JavaScript, nothing from node_modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const nodeModules = join(root, 'node_modules')
const installationRecordFile = join(nodeModules, '.installed-lockfile.json')

/** Node runs TypeScript files without a flag from 22.18 on. */
const minimumNode = [22, 18]

/** @param {string} version such as `v24.21.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return major > minimumNode[0] || (major === minimumNode[0] && minor >= minimumNode[1])
}

/**
 * Ends the process when its Node is too old for TypeScript files, and the packages include no Node for this platform.
 *
 * @param {Record<string, unknown>} [packages] `packages` of package-lock.json, for a command that installs them; they
 *   include a Node for Linux
 */
export function requireNode(packages = {}) {
  const projectNodePath = `node_modules/node-${process.platform}-${process.arch}`
  if (isNewEnough(process.version) || projectNodePath in packages) return
  fail(
    `This needs Node ${minimumNode.join('.')} or newer, and this machine has ${process.version}: install Node 24 (on ` +
      'Linux npm ci does) and try again.',
  )
}

/**
 * Returns whether npm's record of the last installation in node_modules agrees with package-lock.json.
 *
 * @param {Record<string, any>} wanted `packages` of package-lock.json
 * @param {Record<string, any>} installed `packages` of node_modules/.package-lock.json
 */
export function lockfilesAgree(wanted, installed) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path) continue
    const found = installed[path]
    if (!found && !entry.optional) return false
    if (found && (found.version !== entry.version || found.integrity !== entry.integrity)) return false
  }
  return Object.entries(installed).every(([path, entry]) => path in wanted || entry.optional)
}

const hash = (text) => createHash('sha256').update(text).digest('hex')

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isInstalled(lockText) {
  const { packages } = JSON.parse(lockText)
  const links = Object.keys(packages).filter((path) => packages[path].link)
  if (!links.every((path) => existsSync(join(root, path)))) return false
  const platform = `${process.platform}-${process.arch}`
  const installationRecord = readJson(installationRecordFile)
  if (installationRecord?.lockfile === hash(lockText) && installationRecord.platform === platform) return true
  const installed = readJson(join(nodeModules, '.package-lock.json'))?.packages
  if (!installed || (installationRecord && installationRecord.platform !== platform)) return false
  return lockfilesAgree(packages, installed)
}

function countInstalledPackages() {
  try {
    const names = readdirSync(nodeModules).filter((name) => !name.startsWith('.'))
    const scoped = names.filter((name) => name.startsWith('@'))
    const scopedCount = scoped.reduce((sum, name) => sum + readdirSync(join(nodeModules, name)).length, 0)
    return names.length - scoped.length + scopedCount
  } catch {
    return 0
  }
}

function countLockedPackages(lockText) {
  return Object.keys(JSON.parse(lockText).packages).filter((path) => path.lastIndexOf('node_modules/') === 0)
    .length
}

/** Uses the npm that runs this process, if any, even when npm is not on the PATH. */
function getNpmCommand() {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('.js')) return [process.execPath, cli]
  return ['npm']
}

async function install(lockText) {
  const startedAt = Date.now()
  const logFile = join(root, '.local', 'logs', 'install.log')
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  const [command, ...npmArguments] = getNpmCommand()
  const total = countLockedPackages(lockText)
  process.stdout.write('Installing packages (the first time takes a minute or two) …\n')
  const showProgress = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const text = `  ${Math.min(countInstalledPackages(), total)} of ${total} packages, ${seconds} s`
    process.stdout.write(process.stdout.isTTY ? `\r${text}` : `${text}\n`)
  }
  const timer = setInterval(showProgress, process.stdout.isTTY ? 500 : 15_000)
  const options = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const child = spawn(command, [...npmArguments, ...options], { cwd: root, stdio: ['ignore', log, log] })
  const stop = () => child.kill()
  process.on('SIGTERM', stop)
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (status) => resolve(status ?? 1))
  })
  process.off('SIGTERM', stop)
  clearInterval(timer)
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
  if (code !== 0) fail(`The packages could not be installed: npm's output is in ${logFile}.`)
  process.stdout.write(`Installed packages in ${Math.round((Date.now() - startedAt) / 1000)} s.\n`)
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function getVersion(node) {
  const result = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return result.status === 0 ? result.stdout.trim() : undefined
}

/**
 * Returns the project's own Node if it runs on this machine, otherwise the Node of this process. Ends the process when
 * both are too old or missing.
 */
function chooseNode() {
  const projectNode = join(nodeModules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  const candidates = [existsSync(projectNode) ? projectNode : undefined, process.execPath]
  for (const node of candidates) {
    const version = node && getVersion(node)
    if (version && isNewEnough(version)) return node
  }
  return fail(
    `This needs Node ${minimumNode.join('.')} or newer, this machine has ${process.version}, and the project's own ` +
      `Node does not run on ${process.platform}-${process.arch}: install Node 24 and try again.`,
  )
}

/**
 * Runs a script in another Node, and exits with its exit code. The child handles signals: this process forwards SIGTERM
 * and SIGHUP, and a terminal sends SIGINT to both.
 */
function runInOtherNode(node, script, args, env) {
  const child = spawn(node, [script, ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => fail(`${node} could not be started.`))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** Ends this process once npm's shell has ended: a signal to npm does not reach the processes below the shell. */
export function exitWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const shellPid = process.ppid
  setInterval(() => {
    if (process.ppid !== shellPid) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

/**
 * Installs package-lock.json's packages where they are missing, and runs a TypeScript file on the project's own Node,
 * or on that of this process where the project's does not run.
 *
 * @param {string} script path from the repository's root, for example `scripts/up.ts`
 * @param {string[]} [args] by default those of this process
 */
export async function run(script, args = process.argv.slice(2)) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  requireNode(JSON.parse(lockText).packages)
  exitWithNpm()
  const startedAt = Date.now()
  if (!isInstalled(lockText)) await install(lockText)
  process.env.INSTALL_SECONDS = String((Date.now() - startedAt) / 1000)
  const platform = `${process.platform}-${process.arch}`
  if (readJson(installationRecordFile)?.lockfile !== hash(lockText)) {
    writeFileSync(installationRecordFile, JSON.stringify({ platform, lockfile: hash(lockText) }))
  }
  const node = chooseNode()
  const file = join(root, script)
  const separator = process.platform === 'win32' ? ';' : ':'
  const path = [join(nodeModules, '.bin'), process.env.PATH].filter(Boolean).join(separator)
  if (getVersion(node) !== process.version)
    return runInOtherNode(node, file, args, { ...process.env, PATH: path })
  process.env.PATH = path
  process.chdir(root)
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}
