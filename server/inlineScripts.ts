import { createHash } from 'node:crypto'

/** Matches script elements. Browsers run those without a type or with a JavaScript type; the rest are data blocks. */
const scriptPattern = /<script(?<attributes>[^>]*)>(?<source>[\s\S]*?)<\/script>/g

/**
 * Hashes the inline scripts of a page for its content security policy: `'sha256-…'`
 * (https://www.w3.org/TR/CSP3/#grammardef-hash-source), without duplicates.
 */
export function hashInlineScripts(html: string): string[] {
  const hashes = new Set<string>()
  for (const { groups } of html.matchAll(scriptPattern)) {
    const { attributes = '', source = '' } = groups ?? {}
    const [, type] = /\stype="([^"]*)"/.exec(attributes) ?? []
    const isDataBlock = type !== undefined && !/^(|module|(text|application)\/javascript)$/.test(type)
    if (isDataBlock || /\ssrc=/.test(attributes)) continue
    hashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
  }
  return [...hashes]
}
