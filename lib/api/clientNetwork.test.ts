import { beforeEach, describe, expect, it, test, vi } from 'vitest'
import { clientNetworkKey, getClientIp, ipv6SiteKey } from './clientNetwork'

let trustedHeader: string | undefined
vi.mock('@/lib/env', () => ({ environment: () => ({ CLIENT_IP_HEADER: trustedHeader }) }))
beforeEach(() => {
  trustedHeader = undefined
})

const getKey = (headers: Record<string, string>) =>
  clientNetworkKey(new Request('http://localhost/api/create-checkout', { headers }))
const getKeyOfIp = (clientIp: string) => getKey({ 'x-forwarded-for': clientIp })

test('identifies a client by the nearest proxy’s header, despite forged headers', () => {
  const knownKey = getKey({ 'x-forwarded-for': '203.0.113.7' })
  expect(getKey({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe(knownKey)
  expect(getKey({ 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '198.51.100.1' })).toBe(knownKey)
  expect(getKey({ 'x-real-ip': '203.0.113.7' })).toBe(knownKey)
  expect(getKey({ 'x-forwarded-for': '203.0.113.8' })).not.toBe(knownKey)
  expect(getKey({})).not.toBe(knownKey)
  expect(knownKey).not.toContain('203')
})

test('uses only the configured header', () => {
  const knownKey = getKeyOfIp('203.0.113.7')
  trustedHeader = 'cf-connecting-ip'
  expect(getKey({ 'cf-connecting-ip': '203.0.113.7', 'x-forwarded-for': '198.51.100.1' })).toBe(knownKey)
  expect(getKey({ 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7' })).toBe(getKey({}))
})

describe('the key of an IPv6 address', () => {
  const knownKey = () => getKeyOfIp('2001:db8:1:2::1')

  it.each(['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002:0:0:0:9', '[2001:db8:1:2::5]:443'])(
    'is the same within a household: %s',
    (clientIp) => expect(getKeyOfIp(clientIp)).toBe(knownKey()),
  )

  it.each(['2001:db8:1:3::1', '2001:db8::1:2:0:0:1', '::1', '2001:db8:1:2'])(
    'differs for another household or an invalid IP: %s',
    (clientIp) => expect(getKeyOfIp(clientIp)).not.toBe(knownKey()),
  )

  it('equals the key of an embedded IPv4 address, with or without a port', () => {
    for (const clientIp of ['::ffff:203.0.113.7', '::ffff:cb00:7107', '203.0.113.7:51234'])
      expect(getKeyOfIp(clientIp)).toBe(getKeyOfIp('203.0.113.7'))
    expect(getKeyOfIp('::ffff:203.0.113.8')).not.toBe(getKeyOfIp('203.0.113.7'))
  })

  it('ignores the zone of a link-local IP', () => {
    expect(getKeyOfIp('fe80::1%eth0')).toBe(getKeyOfIp('fe80::2'))
  })
})

describe('ipv6SiteKey', () => {
  const getSiteKey = (clientIp: string) =>
    ipv6SiteKey(new Request('http://localhost/', { headers: { 'x-forwarded-for': clientIp } }))

  it('is the same only within a /48 network', () => {
    const knownKey = getSiteKey('2001:db8:1:2::1')
    expect(knownKey).toMatch(/^[0-9a-f]{32}$/)
    expect(getSiteKey('2001:db8:1:ffff::1')).toBe(knownKey)
    expect(getSiteKey('2001:db8:2:2::1')).not.toBe(knownKey)
    expect(getSiteKey('::1')).not.toBe(getSiteKey('2001::1'))
  })

  it.each(['203.0.113.7', '::ffff:203.0.113.7', 'unknown'])('is undefined for %s', (clientIp) => {
    expect(getSiteKey(clientIp)).toBeUndefined()
  })
})

it.each([
  [{ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }, '203.0.113.7'],
  [{ 'x-forwarded-for': '203.0.113.7:51234' }, '203.0.113.7'],
  [{ 'x-forwarded-for': '[2001:db8::5]:443' }, '2001:db8::5'],
  [{}, undefined],
])('for the headers %o, getClientIp returns %s', (headers, ip) => {
  expect(getClientIp(new Request('http://localhost/api/any', { headers: { ...headers } }))).toBe(ip)
})
