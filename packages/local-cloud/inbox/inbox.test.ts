import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Inbox, type OutgoingMail } from './inbox.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inbox-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function createMail(to: string, subject: string): OutgoingMail {
  const from = 'noreply@local.test'
  return {
    source: 'auth',
    kind: 'recovery',
    from,
    to,
    subject,
    html: '<p>Hi</p>',
    text: 'Hi',
    details: { a: 1 },
  }
}

test('after a restart, lists messages newest first, and finds them by recipient', () => {
  const file = join(folder, 'deep', 'mail.sqlite')
  const inbox = new Inbox(file)
  inbox.deliver(createMail('Ada@example.com', 'one'), new Date('2030-01-01T00:00:00Z'))
  inbox.deliver(createMail('bob@example.com', 'two'))
  inbox.close()
  const reopened = new Inbox(file)
  expect(reopened.list().map(({ subject }) => subject)).toEqual(['two', 'one'])
  const [found] = reopened.list({ to: 'ada@EXAMPLE.com' })
  expect(found).toMatchObject({
    subject: 'one',
    to: 'Ada@example.com',
    receivedAt: '2030-01-01T00:00:00.000Z',
  })
  expect(reopened.get(found?.id ?? '')).toEqual(found)
  reopened.clear()
  expect(reopened.list()).toEqual([])
  reopened.close()
})

test('deletes the oldest messages when the limit is exceeded', () => {
  const inbox = new Inbox(':memory:', 2)
  for (const subject of ['a', 'b', 'c', 'd']) inbox.deliver(createMail('x@example.com', subject))
  expect(inbox.list().map(({ subject }) => subject)).toEqual(['d', 'c'])
  inbox.close()
})
