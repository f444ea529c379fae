// This file has to run on Node 18, so it is plain JavaScript and imports nothing from node_modules.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The package with the Node binary that npm installs. It exists only for Linux. */
const projectNode = `node_modules/node-${process.platform}-${process.arch}`

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}

/** Whether node_modules has the packages of package-lock.json, according to the record that npm writes last. */
function isInstalled(wanted) {
  const installed = readPackages('node_modules/.package-lock.json')
  return (
    Object.keys(installed).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { version, integrity, optional, os, link }]) => {
      const found = installed[path]
      if (link) return existsSync(join(root, path))
      // A folder that was copied from a different system has that system's binaries.
      if (found)
        return (
          found.version === version &&
          found.integrity === integrity &&
          (os ?? [process.platform]).includes(process.platform)
        )
      return !path || (optional && path !== projectNode)
    })
  )
}

async function install() {
  console.log('Installing packages (the first time takes a minute or two) …')
  const startedAt = Date.now()
  const logFile = join(root, '.local', 'logs', 'install.log')
  let log
  try {
    mkdirSync(dirname(logFile), { recursive: true })
    log = openSync(logFile, 'w')
  } catch (error) {
    fail(`The packages could not be installed, since this folder isn't writable: ${error.message}.`)
  }
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
  if (code !== 0) {
    const reason = /ENOSPC/.test(readFileSync(logFile, 'utf8')) ? ', since the disk is full' : ''
    fail(`The packages could not be installed${reason}: npm's output is in ${logFile}.`)
  }
  console.log(`Installed packages in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** Runs this file on a different Node, and exits with that process's code. Terminals send SIGINT to both processes. */
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

/** Runs a script, which may import the site's modules as Next does: `@/…` from the root, and paths without extensions. */
async function runScript(script) {
  const { registerHooks } = await import('node:module')
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const parent = context.parentURL?.startsWith('file:') ? dirname(fileURLToPath(context.parentURL)) : root
      const isRelative = specifier.startsWith('.') && !parent.includes('node_modules')
      const path = specifier.startsWith('@/')
        ? join(root, specifier.slice(2))
        : isRelative && join(parent, specifier)
      const file = path && [`${path}.ts`, join(path, 'index.ts')].find((candidate) => existsSync(candidate))
      return nextResolve(file ? pathToFileURL(file).href : specifier, context)
    },
  })
  process.chdir(root)
  process.env.PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const file = join(root, script)
  process.argv = [process.execPath, file, ...process.argv.slice(3)]
  const { run } = await import(pathToFileURL(file).href)
  await run?.()
}

/*
 * `node scripts/run.mjs <script> [<argument> …]` installs the packages if they are missing or outdated. Then it runs
 * the script on the project's own Node, or on this process's Node if the project's does not run.
 */
const wanted = readPackages('package-lock.json')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// From 22.18 on, Node runs TypeScript.
const isNewEnough = major > 22 || (major === 22 && minor >= 18)
const oldNode = `This needs Node 22.18 or newer, and this machine has ${process.version}: install Node 24 and try again.`
if (!isNewEnough && !(projectNode in wanted)) fail(oldNode)
if (process.env.npm_lifecycle_event) exitWithNpm()
if (!isInstalled(wanted)) await install()
const node = join(root, projectNode, 'bin', 'node')
// `execPath` is a real path, even if node_modules is a symlink.
const isProjectNode = existsSync(node) && process.execPath === realpathSync(node)
if (!isProjectNode && spawnSync(node, ['--version']).status === 0) continueIn(node)
else if (!isNewEnough) fail(oldNode)
else await runScript(process.argv[2] ?? '')
