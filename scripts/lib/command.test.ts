import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { explainFullDisk, formatError, Problem, parseOptions } from './command.ts'

it.each([
  ['ENOSPC', 'The disk is full: free some space, and try again (write failed).'],
  ['EROFS', 'The disk is read-only: use a folder where this user may write (write failed).'],
  ['EACCES', 'The folder is read-only for this user: allow writing, or use another folder (write failed).'],
  ['EIO', 'write failed.'],
])('formats the file system error %s', (code, sentence) => {
  expect(formatError(Object.assign(new Error('write failed'), { code }))).toBe(sentence)
})

it('explains a failed recursive mkdir on a read-only disk, which Node reports as ENOENT', () => {
  const error = Object.assign(new Error('mkdir failed'), { code: 'ENOENT', syscall: 'mkdir' })
  expect(formatError(error)).toContain('The disk is read-only')
})

it('reports any error as a full disk when the disk has no space left', () => {
  const error = new Error('Connection terminated unexpectedly.')
  expect(explainFullDisk(error, tmpdir())).toBe(error)
  expect(explainFullDisk(error, '/missing', Number.MAX_VALUE)).toBe(error)
  expect(formatError(explainFullDisk(error, tmpdir(), Number.MAX_VALUE))).toBe(
    'The disk is full: free some space, and try again (Connection terminated unexpectedly).',
  )
})

it('formats the first line of an error, with a period and the path of its log', () => {
  expect(formatError(new Problem('It failed', '/tmp/a.log'))).toBe('It failed. The log is /tmp/a.log')
  expect(formatError('Really?\nYes')).toBe('Really?')
})

it('refuses an unknown option and lists the known ones', () => {
  const options = { file: { type: 'string' }, reset: { type: 'boolean' } } as const
  for (const allowPositionals of [false, true])
    expect(() => parseOptions(['--dry'], { options, allowPositionals })).toThrow(
      /^Unknown option '--dry'\. The known options are --file <value>, --reset, --help\.$/,
    )
  expect(parseOptions(['--file', 'a', '--reset'], { options }).values).toMatchObject({
    file: 'a',
    reset: true,
  })
})
