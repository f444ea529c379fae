import { readFileSync } from 'node:fs'
import type { SiteContent } from 'local-cloud/benchmarks'
import { inRoot } from '../scripts/lib/paths.ts'
import { readDocuments } from '../tests/support/contentVariants/index.ts'

/** The site's documents as they are in the repository, and its queries as typegen has found them. */
export function siteContent(): SiteContent {
  const types = readFileSync(inRoot('lib', 'content', 'types.generated.ts'), 'utf8')
  const [, declarations = ''] = types.split('interface SanityQueries {')
  const found = declarations.split('\n').map((line) => /^\s*("(?:[^"\\]|\\.)*"):/.exec(line)?.[1])
  return {
    documents: readDocuments(),
    queries: found.filter((text) => text !== undefined).map((text) => String(JSON.parse(text))),
    params: { id: 'legalPage-terms' },
  }
}
