import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts'
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

const wanted = {
  '': { name: 'root' },
  'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', optional: true },
  'node_modules/own': { resolved: 'packages/own', link: true },
  'packages/own': { version: '0.1.0' },
}
const complete = {
  'node_modules/a': wanted['node_modules/a'],
  'node_modules/own': wanted['node_modules/own'],
  'packages/own': wanted['packages/own'],
}

it('accepts an installation with all but optional packages', () => {
  expect(lockfilesAgree(wanted, complete)).toBe(true)
})

it.each([
  ['a package is missing', { ...complete, 'node_modules/a': undefined }],
  ['a version differs', { ...complete, 'node_modules/a': { version: '1.0.1', integrity: 'sha512-a' } }],
  ['a content differs', { ...complete, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-z' } }],
  ['a package is left over', { ...complete, 'node_modules/z': { version: '1.0.0' } }],
  ['a workspace is not linked', { ...complete, 'node_modules/own': undefined }],
])('installs again when %s', (_, installed) => {
  expect(lockfilesAgree(wanted, installed)).toBe(false)
})

/** Runs a command with a faked Node version, in a folder without installed packages. */
function runOn(node: { version: string; platform: string }, ...args: string[]) {
  const folder = temporaryFolder('bootstrap')
  mkdirSync(join(folder, 'scripts', 'lib'), { recursive: true })
  for (const file of ['bootstrap', 'command', 'up', 'test', 'lib/siteModules'])
    cpSync(inRoot('scripts', `${file}.mjs`), join(folder, 'scripts', `${file}.mjs`))
  cpSync(inRoot('package-lock.json'), join(folder, 'package-lock.json'))
  const npm = join(folder, 'npm.js')
  const mark = join(folder, 'installed')
  writeFileSync(npm, `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`)
  const disguise = Object.entries(node).map(
    ([key, value]) => `Object.defineProperty(process, '${key}', { value: '${value}' });`,
  )
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(disguise.join(''))}`, ...args],
    { cwd: folder, encoding: 'utf8', env: { NODE_ENV: 'test', npm_execpath: npm } },
  )
  return { status, stdout, stderr, hasInstalled: existsSync(mark) }
}

const sentence =
  /^This needs Node 22\.18 or newer, and this machine has v20\.20\.2: [^\n]+ and try again\.\n$/

it.each(['darwin', 'win32', 'linux'])('commands end with one message on an old Node on %s', (platform) => {
  for (const name of ['provision', 'doctor', 'backup', 'restore']) {
    const ended = runOn({ version: 'v20.20.2', platform }, 'scripts/command.mjs', name)
    expect(ended).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(sentence) })
  }
})

it.each(['up', 'test'])('%s names an old Node before it installs packages', (name) => {
  const ended = runOn({ version: 'v20.20.2', platform: 'darwin' }, `scripts/${name}.mjs`)
  expect(ended).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(sentence),
    hasInstalled: false,
  })
})

it('up installs the project’s Node on Linux', () => {
  const ended = runOn({ version: 'v20.20.2', platform: 'linux' }, 'scripts/up.mjs')
  expect(ended.hasInstalled).toBe(true)
})

it('ends a command at SIGTERM when npm has ended the shell that started it', async () => {
  const folder = temporaryFolder('shell')
  const file = join(folder, 'command.mjs')
  const notes = join(folder, 'notes')
  const read = () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
  const bootstrap = JSON.stringify(new URL('../bootstrap.mjs', import.meta.url).href)
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
const { endWithNpm } = await import(${bootstrap})
const note = (text) => appendFileSync(${JSON.stringify(notes)}, text)
process.on('SIGTERM', () => { note(' ended'); process.exit() })
endWithNpm()
note('runs')
setTimeout(() => {}, 20_000)
`,
  )
  // With a second command, the shell does not replace itself with the first.
  const shell = spawn('sh', ['-c', `'${process.execPath}' '${file}'; true`], {
    stdio: 'ignore',
    env: { ...process.env, npm_lifecycle_event: 'up' },
  })
  await expect.poll(read, { timeout: 10_000 }).toBe('runs')
  shell.kill('SIGTERM')
  await expect.poll(read, { timeout: 10_000 }).toBe('runs ended')
})
