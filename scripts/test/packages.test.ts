import { expect, it } from 'vitest'
import { createMissingProgramError } from './packages.ts'

it.each([
  ['linux', 'PostgreSQL is missing: run `sudo apt-get install postgresql` and try again.'],
  ['darwin', 'PostgreSQL is missing: run `brew install postgresql@17` and try again.'],
  ['win32', 'PostgreSQL is missing: install it, or run this step on Debian or Ubuntu.'],
] as const)('says what to do about a missing program on %s', (platform, sentence) => {
  const packages = { apt: 'postgresql', brew: 'postgresql@17' }
  expect(createMissingProgramError('PostgreSQL', packages, platform).message).toBe(sentence)
})

it('names Debian and Ubuntu where macOS has no package', () => {
  expect(createMissingProgramError('nginx with brotli', { apt: 'nginx' }, 'darwin').message).toBe(
    'nginx with brotli is missing, and macOS has no package for it: run this step on Debian or Ubuntu.',
  )
})
