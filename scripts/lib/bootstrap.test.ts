import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createTemporaryFolder } from '../../tests/support/temporaryFolder.ts'
import { isNewEnough, lockfilesAgree } from '../bootstrap.mjs'
import { inRoot } from './paths.ts'

it.each([
  ['v24.21.0', true],
  ['v22.18.0', true],
  ['v22.17.9', false],
  ['v20.20.2', false],
  ['v18.0.0', false],
])('Node %s runs TypeScript files: %s', (version, expected) => {
  expect(isNewEnough(version)).toBe(expected)
})

const locked = {
  '': { name: 'root' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', optional: true },
  'node_modules/own': { resolved: 'packages/own', link: true },
  'packages/own': { version: '0.1.0' },
}
const installed = {
  'node_modules/a': locked['node_modules/a'],
  'node_modules/own': locked['node_modules/own'],
  'packages/own': locked['packages/own'],
}

it('accepts an installation with all but optional packages', () => {
  expect(lockfilesAgree(locked, installed)).toBe(true)
})

it.each([
  ['a package is missing', { ...installed, 'node_modules/a': undefined }],
  ['a version differs', { ...installed, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  [
    'an integrity hash differs',
    { ...installed, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-z' } },
  ],
  ['a package is left over', { ...installed, 'node_modules/z': { version: '1.0.0' } }],
  ['a workspace is not linked', { ...installed, 'node_modules/own': undefined }],
])('rejects an installation when %s', (_, found) => {
  expect(lockfilesAgree(locked, found)).toBe(false)
})

/**
 * Runs a command with an overridden Node version and platform, in a folder without installed packages. A fake npm only
 * records that it was called (`hasInstalled`).
 */
function runOn(node: { version: string; platform: string }, ...args: string[]) {
  const folder = createTemporaryFolder('bootstrap')
  mkdirSync(join(folder, 'scripts', 'lib'), { recursive: true })
  for (const file of ['bootstrap', 'command', 'up', 'test', 'lib/siteModules'])
    cpSync(inRoot('scripts', `${file}.mjs`), join(folder, 'scripts', `${file}.mjs`))
  cpSync(inRoot('package-lock.json'), join(folder, 'package-lock.json'))
  const npm = join(folder, 'npm.js')
  const installationMarker = join(folder, 'installed')
  writeFileSync(npm, `require('node:fs').writeFileSync(${JSON.stringify(installationMarker)}, '')`)
  const overrides = Object.entries(node).map(
    ([key, value]) => `Object.defineProperty(process, '${key}', { value: '${value}' });`,
  )
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(overrides.join(''))}`, ...args],
    { cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'test', npm_execpath: npm } },
  )
  return { status, stdout, stderr, hasInstalled: existsSync(installationMarker) }
}

const oldNodeMessage =
  /^This needs Node 22\.18 or newer, and this machine has v20\.20\.2: [^\n]+ and try again\.\n$/

it.each(['darwin', 'win32', 'linux'])('commands reject an old Node on %s with one message', (platform) => {
  for (const name of ['provision', 'doctor', 'backup', 'restore']) {
    const result = runOn({ version: 'v20.20.2', platform }, 'scripts/command.mjs', name)
    expect(result).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(oldNodeMessage) })
  }
})

it.each(['up', 'test'])('%s rejects an old Node on macOS, before packages are installed', (name) => {
  const result = runOn({ version: 'v20.20.2', platform: 'darwin' }, `scripts/${name}.mjs`)
  expect(result).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(oldNodeMessage),
    hasInstalled: false,
  })
})

it('with an old Node on Linux, up installs the packages, which include a newer Node', () => {
  const result = runOn({ version: 'v20.20.2', platform: 'linux' }, 'scripts/up.mjs')
  expect(result.hasInstalled).toBe(true)
})

it('ends a command with SIGTERM when npm has ended the shell that started it', async () => {
  const folder = createTemporaryFolder('shell')
  const file = join(folder, 'command.mjs')
  const logFile = join(folder, 'notes')
  const readLog = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const bootstrap = JSON.stringify(new URL('../bootstrap.mjs', import.meta.url).href)
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
const { exitWithNpm } = await import(${bootstrap})
const note = (text) => appendFileSync(${JSON.stringify(logFile)}, text)
process.on('SIGTERM', () => { note(' ended'); process.exit() })
exitWithNpm()
note('runs')
setTimeout(() => {}, 20_000)
`,
  )
  // With a second command, the shell does not replace itself with the first.
  const shell = spawn('sh', ['-c', `'${process.execPath}' '${file}'; true`], {
    stdio: 'ignore',
    env: { ...process.env, npm_lifecycle_event: 'up' },
  })
  await expect.poll(readLog, { timeout: 10_000 }).toBe('runs')
  shell.kill('SIGTERM')
  await expect.poll(readLog, { timeout: 10_000 }).toBe('runs ended')
})
