import { evaluate, parse } from 'groq-js'
import { type SanityClient, type SanityDocument, validateDocument, type Workspace } from 'sanity'
import { apiVersion } from '@/lib/content/reading/config'
import type { Change } from './changes'

/** A rule that a restored site would break: the document that breaks it, and the error message. */
export type Violation = { document: SanityDocument; message: string }

/**
 * Finds the errors that the forms of a restored site would show, such as deleted pictures, and links, redirects and
 * placeholders that no longer work. Existing errors are left out, unless their document is restored.
 *
 * @param published - all currently published documents, and the assets
 */
export async function findRestoreViolations(
  changes: readonly Change[],
  published: readonly SanityDocument[],
  workspace: Workspace,
): Promise<Violation[]> {
  const unchanged = published.filter(({ _id }) => !changes.some(({ id }) => id === _id))
  const restored = [...unchanged, ...changes.flatMap(({ past }) => past ?? [])]
  const documents = restored.filter(({ _type }) => !_type.startsWith('sanity.'))
  const violations = documents.map(async (document) => {
    const current = published.find(({ _id }) => _id === document._id)
    // A form compares its document with the published version, which a restore replaces, and with the other documents.
    const site = [current ?? [], restored.filter((other) => other !== document)].flat()
    const messages = new Set(await listErrors(document, site, workspace))
    const mayBeKnown = current === document && messages.size > 0
    const known = mayBeKnown ? await listErrors(document, published, workspace) : []
    return [...messages]
      .filter((message) => !known.includes(message))
      .map((message) => ({ document, message }))
  })
  return (await Promise.all(violations)).flat()
}

/** Validates a document as its form does on a site with these documents. Returns the error messages. */
async function listErrors(document: SanityDocument, site: readonly SanityDocument[], workspace: Workspace) {
  const client: SanityClient = Object.assign(workspace.getClient({ apiVersion }).clone(), {
    withConfig: () => client,
    fetch: async (query: string, params?: Record<string, unknown>): Promise<unknown> =>
      (await evaluate(parse(query, { params }), { dataset: site, params })).get(),
  })
  const markers = await validateDocument({
    document,
    workspace,
    getClient: () => client,
    getDocumentExists: async ({ id }) => site.some(({ _id }) => _id === id),
  })
  const assetMessage = 'One of its pictures or videos was deleted.'
  return markers
    .filter(({ level }) => level === 'error')
    .map(({ path, message }) => (path.at(-1) === 'asset' ? assetMessage : message))
}
