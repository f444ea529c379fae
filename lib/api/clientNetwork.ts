import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { environment } from '@/lib/env'

/**
 * The IP that a request came from. The last entry of the header is what the nearest proxy has written; everything before
 * it, and every header that no proxy writes, may be what the sender wrote. Some proxies write a port behind the IP.
 *
 * @returns undefined when no header has it
 */
export function getClientIp({ headers }: Request): string | undefined {
  const { CLIENT_IP_HEADER: trusted } = environment()
  const written = headers
    .get(trusted ?? 'x-forwarded-for')
    ?.split(',')
    .at(-1)
    ?.trim()
  const forwarded = written || (trusted ? '' : headers.get('x-real-ip')) || ''
  const [, bracketed] = /^\[(.+)\](?::\d+)?$/.exec(forwarded) ?? []
  return (bracketed ?? forwarded.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')) || undefined
}

/** A fingerprint of the network that a request came from. */
export function clientNetworkKey(request: Request): string {
  return fingerprint(getNetwork(getClientIp(request) ?? 'unknown'))
}

/**
 * A fingerprint of the IPv6 network of 48 bits that a request came from: providers give one customer up to that much (RFC
 * 6177), which holds 65,536 networks as {@link clientNetworkKey} counts them.
 *
 * @returns undefined for IPv4
 */
export function ipv6SiteKey(request: Request): string | undefined {
  const network = getNetwork(getClientIp(request) ?? 'unknown')
  return isIPv6(network.replace('/64', ''))
    ? fingerprint(`${network.split(':', 3).join(':')}::/48`)
    : undefined
}

function fingerprint(network: string): string {
  return createHash('sha256').update(network).digest('hex').slice(0, 32)
}

/**
 * The network that an IP counts as. An IPv4 address is one household or more. An IPv6 household has at least a /64
 * (RFC 6177), within which its devices change their IPs freely.
 */
function getNetwork(ip: string): string {
  if (!isIPv6(ip)) return ip
  const groups = parseIpv6Groups(ip)
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return mapped ? groups.slice(6).flatMap(getBytes).join('.') : `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address, in lower case and without leading zeros. */
function parseIpv6Groups(forwarded: string): string[] {
  const [withoutZone = ''] = forwarded.split('%', 1)
  // `URL` returns the canonical form of an IPv6 address (RFC 5952).
  const [before = '', after = ''] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [splitGroups(before), splitGroups(after)]
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last]
}

const splitGroups = (groups: string) => (groups ? groups.split(':') : [])

const getBytes = (group: string): number[] => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
