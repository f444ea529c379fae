import { expect, test } from 'vitest'
import { senderOf } from './sender'

const sender = (headers: Record<string, string>) =>
  senderOf(new Request('http://localhost/api/create-checkout', { headers }))

test('a sender is known by what the nearest proxy wrote, whatever they write themselves', () => {
  const known = sender({ 'x-forwarded-for': '203.0.113.7' })
  expect(sender({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe(known)
  expect(sender({ 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '198.51.100.1' })).toBe(known)
  expect(sender({ 'x-real-ip': '203.0.113.7' })).toBe(known)
  expect(sender({ 'x-forwarded-for': '203.0.113.8' })).not.toBe(known)
  expect(sender({})).not.toBe(known)
  expect(known).not.toContain('203')
})
