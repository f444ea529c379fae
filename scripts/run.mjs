// Runs on any Node from 18: plain JavaScript, nothing from node_modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** A Node for this platform, which the packages include for Linux. */
const projectNode = `node_modules/node-${process.platform}-${process.arch}`

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return {}
  }
}

/** The record of the lockfile and the platform of the installed packages. */
const recordFile = 'node_modules/.installed-lockfile.json'

/** Whether node_modules has the packages of package-lock.json, by this script's record or by npm's, which it writes last. */
function isInstalled(wanted, record) {
  if (!Object.entries(wanted).every(([path, { link }]) => !link || existsSync(join(root, path)))) return false
  const { platform = record.platform, lockfile } = readJson(recordFile)
  if (platform !== record.platform || lockfile === record.lockfile) return platform === record.platform
  const { packages: installed = {} } = readJson('node_modules/.package-lock.json')
  return (
    Object.keys(installed).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
      const found = installed[path]
      if (!path) return true
      return found
        ? found.version === version && found.integrity === integrity
        : optional && path !== projectNode
    })
  )
}

async function install() {
  console.log('Installing packages (the first time takes a minute or two) …')
  const startedAt = Date.now()
  const logFile = join(root, '.local', 'logs', 'install.log')
  mkdirSync(dirname(logFile), { recursive: true })
  const log = openSync(logFile, 'w')
  // The npm that runs this process may not be on the PATH.
  const npm = process.env.npm_execpath
  const command = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm']
  const options = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional']
  const child = spawn(command[0], [...command.slice(1), ...options], {
    cwd: root,
    stdio: ['ignore', log, log],
  })
  process.on('SIGTERM', () => child.kill())
  const code = await new Promise((resolve) => child.on('error', () => resolve(1)).on('exit', resolve))
  if (code !== 0) fail(`The packages could not be installed: npm's output is in ${logFile}.`)
  process.env.INSTALL_SECONDS = String((Date.now() - startedAt) / 1000)
  console.log(`Installed packages in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** Runs this file in another Node and exits with its code. A terminal sends SIGINT to both. */
function continueIn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/** Ends this process once npm's shell has ended: a signal to npm does not reach the processes below the shell. */
function exitWithNpm() {
  const shellPid = process.ppid
  setInterval(() => process.ppid !== shellPid && process.kill(process.pid, 'SIGTERM'), 500).unref()
}

/*
 * `node scripts/run.mjs <script> [<argument> …]` installs the packages where they are missing or old, and runs a script of
 * this folder on the project's own Node, or on that of this process where the project's does not run.
 */
const [script = '', ...args] = process.argv.slice(2)
const { packages: wanted } = readJson('package-lock.json')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// From 22.18 on, Node runs TypeScript.
const isNewEnough = major > 22 || (major === 22 && minor >= 18)
const oldNode = `This needs Node 22.18 or newer, and this machine has ${process.version}: install Node 24 and try again.`
if (!isNewEnough && !(projectNode in wanted)) fail(oldNode)
if (process.env.npm_lifecycle_event) exitWithNpm()
const lockfile = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const record = { platform: `${process.platform}-${process.arch}`, lockfile }
if (!isInstalled(wanted, record)) await install()
if (readJson(recordFile).lockfile !== lockfile) writeFileSync(join(root, recordFile), JSON.stringify(record))
const node = join(root, projectNode, 'bin', 'node')
if (process.execPath !== node && spawnSync(node, ['--version']).status === 0) continueIn(node)
else if (!isNewEnough) fail(oldNode)
else {
  process.chdir(root)
  process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const file = join(root, script)
  process.argv = [process.execPath, file, ...args]
  await import('./lib/siteModules.mjs')
  const { run } = await import(pathToFileURL(file).href)
  await run?.()
}
