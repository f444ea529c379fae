import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { createTemporaryFolder } from '../../support/temporaryFolder.ts'

vi.setConfig({ testTimeout: 120_000 })

const runCommand = (site: string, name: string, ...args: string[]) =>
  spawnSync(process.execPath, [inRoot('scripts/run.mjs'), `scripts/${name}.ts`, ...args], {
    cwd: inRoot('scripts'),
    encoding: 'utf8',
    env: { NODE_ENV: 'test', NEXT_PUBLIC_SITE_URL: site },
  })

test.each([['doctor'], ['backup', 'restore', 'nowhere']])(
  '%s runs as a command, outside any bundler, and rejects an invalid setting',
  (name, ...args) => {
    const { status, stderr } = runCommand('nowhere', name, ...args)
    expect(stderr).toContain('NEXT_PUBLIC_SITE_URL is not valid')
    expect(status).toBe(1)
  },
)

test('provision runs as a command, outside any bundler, and creates a file to fill in', () => {
  const file = join(createTemporaryFolder('provision'), '.env')
  const { status, stderr } = runCommand('', 'provision', '--file', file)
  expect(stderr).toMatch(/\.env now lists the variables: [^\n]*\n$/)
  expect(status).toBe(1)
})

test.each([
  {
    problem: 'the missing environment file, and what it is for',
    args: [],
    message: /\.env\.production\.local does not exist\. It should contain the site's URL, [^\n]*\n$/,
  },
  {
    problem: 'an argument that may have been meant as the file',
    args: ['.env.staging.local'],
    message: /^Unexpected argument '\.env\.staging\.local'[^\n]* --file <value>, --help\.\n$/,
  },
  {
    problem: 'an unknown option, and lists the known ones',
    args: ['--dry'],
    message: /^Unknown option '--dry'[^\n]* The known options are --file <value>, --help\.\n$/,
  },
])('doctor reports $problem', ({ args, message }) => {
  const { status, stderr } = runCommand('', 'doctor', ...args)
  expect(stderr).toMatch(message)
  expect(status).toBe(1)
})
