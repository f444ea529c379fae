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

test('stores messages across restarts, lists the last delivered first, and finds them by recipient', () => {
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

test('deletes the oldest messages above its limit', () => {
  const inbox = new Inbox(':memory:', 2)
  for (const subject of ['a', 'b', 'c', 'd']) inbox.deliver(createMail('x@example.com', subject))
  expect(inbox.list().map(({ subject }) => subject)).toEqual(['d', 'c'])
  inbox.close()
})

test('ignores a repeated delivery of a message', () => {
  const inbox = new Inbox(':memory:')
  const delivered = inbox.deliver(createMail('x@example.com', 'a'), new Date(0), 'one')
  expect(inbox.deliver(createMail('x@example.com', 'a'), new Date(), 'one')).toEqual(delivered)
  expect(inbox.list()).toEqual([delivered])
  inbox.close()
})

test('finds messages by a part of their recipient, Reply-To, subject or text, and deletes one', () => {
  const inbox = new Inbox(':memory:')
  const { id } = inbox.deliver({
    ...createMail('ada@example.com', '100 % Größe ÖL'),
    replyTo: 'Reply@example.com',
  })
  inbox.deliver(createMail('bob@example.com', 'two'))
  for (const text of ['ADA@', '100 %', 'größe', 'ÖL', 'reply@ex'])
    expect(inbox.list({ text })).toMatchObject([{ id }])
  expect(inbox.list({ text: 'hi' })).toHaveLength(2)
  expect(inbox.list({ text: '%' })).toHaveLength(1)
  expect(inbox.delete(id)).toBe(true)
  expect(inbox.delete(id)).toBe(false)
  expect(inbox.list()).toMatchObject([{ subject: 'two' }])
  inbox.close()
})
