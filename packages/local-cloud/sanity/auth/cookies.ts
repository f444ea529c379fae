/** The cookies of a Cookie header by name. Values that can't be decoded are left as they are. */
export function parseCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at < 1) continue
    const value = part.slice(at + 1).trim()
    try {
      cookies[part.slice(0, at).trim()] = decodeURIComponent(value)
    } catch {
      cookies[part.slice(0, at).trim()] = value
    }
  }
  return cookies
}
