import { type RawAnswer, raw, type TestCloud } from './testCloud.ts'

/** A page of the console as a browser loads it. */
export function openPage(cloud: TestCloud, path: string): Promise<RawAnswer> {
  return raw(`${cloud.console}${path}`, { headers: { 'sec-fetch-site': 'none' } })
}

/** Sends a form as a page of `origin` does, the console's own by default. */
export function sendForm(
  cloud: TestCloud,
  path: string,
  fields: Record<string, string> = {},
  origin: string = cloud.console,
): Promise<RawAnswer> {
  return raw(`${cloud.console}${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}
