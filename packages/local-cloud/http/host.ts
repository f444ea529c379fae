/**
 * True when a Host header names this machine and exactly this port. Any other name means that a website rebound
 * its own name to loopback to read what is served here. `names` are further names of it; those below `.localhost` are
 * always this machine (https://www.rfc-editor.org/rfc/rfc6761#section-6.3).
 */
export function isOwnHost(host: string | undefined, port: number, names: readonly string[] = []): boolean {
  if (!host) return false
  const name = host.toLowerCase()
  const suffix = `:${port}`
  if (!name.endsWith(suffix)) return false
  return ['localhost', '127.0.0.1', '[::1]', ...names].includes(name.slice(0, -suffix.length))
}
