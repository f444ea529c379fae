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

function mail(to: string, subject: string): OutgoingMail {
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

test('stores messages across restarts, newest first, and finds them by recipient', () => {
  const file = join(folder, 'deep', 'mail.sqlite')
  const first = new Inbox(file)
  first.deliver(mail('Ada@example.com', 'one'), new Date('2030-01-01T00:00:00Z'))
  first.deliver(mail('bob@example.com', 'two'))
  first.close()
  const again = new Inbox(file)
  expect(again.list().map(({ subject }) => subject)).toEqual(['two', 'one'])
  const [found] = again.list({ to: 'ada@EXAMPLE.com' })
  expect(found).toMatchObject({
    subject: 'one',
    to: 'Ada@example.com',
    receivedAt: '2030-01-01T00:00:00.000Z',
  })
  expect(again.get(found?.id ?? '')).toEqual(found)
  again.clear()
  expect(again.list()).toEqual([])
  again.close()
})

test('deletes the oldest messages beyond its limit', () => {
  const inbox = new Inbox(':memory:', 2)
  for (const subject of ['a', 'b', 'c', 'd']) inbox.deliver(mail('x@example.com', subject))
  expect(inbox.list().map(({ subject }) => subject)).toEqual(['d', 'c'])
  inbox.close()
})

test('stores a message once when it is sent again', () => {
  const inbox = new Inbox(':memory:')
  const first = inbox.deliver(mail('x@example.com', 'a'), new Date(0), 'one')
  expect(inbox.deliver(mail('x@example.com', 'a'), new Date(), 'one')).toEqual(first)
  expect(inbox.list()).toEqual([first])
  inbox.close()
})

test('finds messages by their text, and deletes one', () => {
  const inbox = new Inbox(':memory:')
  const { id } = inbox.deliver({ ...mail('ada@example.com', '100 % Größe'), replyTo: 'Reply@example.com' })
  inbox.deliver(mail('bob@example.com', 'two'))
  for (const text of ['ADA@', '100 %', 'Größe', 'reply@ex'])
    expect(inbox.list({ text })).toMatchObject([{ id }])
  expect(inbox.list({ text: 'hi' })).toHaveLength(2)
  expect(inbox.list({ text: '%' })).toHaveLength(1)
  expect(inbox.delete(id)).toBe(true)
  expect(inbox.delete(id)).toBe(false)
  expect(inbox.list()).toMatchObject([{ subject: 'two' }])
  inbox.close()
})
