import { stegaClean } from '@sanity/client/stega'

/**
 * Structured data for search engines. `<` is escaped, so that no text from the CMS can close the script element.
 *
 * https://nextjs.org/docs/app/guides/json-ld
 */
export function JsonLd({ data }: { data: object | null }) {
  if (!data) return null
  const json = JSON.stringify(stegaClean(data)).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: serialized above, with `<` escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
