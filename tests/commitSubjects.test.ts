import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const check = (subjects: string) =>
  spawnSync('scripts/hooks/check-subjects', { input: `${subjects}\n`, encoding: 'utf8' })

it('accepts Conventional Commits subjects of up to 72 characters', () => {
  expect(check(`fix(success): greet ${'x'.repeat(52)}\ndocs: shorten the README`).status).toBe(0)
})

it.each([
  `fix: greet ${'x'.repeat(62)}`,
  'Greet only confirmed buyers',
  'fix(success) greet only confirmed buyers',
])('rejects and prints the subject %s', (subject) => {
  const { status, stderr } = check(`docs: shorten the README\n${subject}`)
  expect(status).toBe(1)
  expect(stderr).toContain(subject)
  expect(stderr).not.toContain('README')
})
