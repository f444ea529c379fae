import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { areas, pageTexts } from '@/lib/messages/areas'
import { type ContentDocument, readDocuments } from './documents.ts'

/** Adds the defaults of `lib/messages` to the documents that can override them, as if an editor had entered them. */
export function withMessages(documents: readonly ContentDocument[]): ContentDocument[] {
  const messages = Object.fromEntries(Object.entries(areas).map(([area, { defaults }]) => [area, defaults]))
  const pages = Object.entries(pageTexts).map(([id, { defaults }]) => [id, defaults])
  const allDefaults = { messages, ...Object.fromEntries(pages) }
  return documents.map((document) => ({ ...allDefaults[document._id], ...document }))
}

/**
 * Returns the seed's documents with the default messages. As in query results, the offer's placeholders are filled in,
 * except those for prices and months in the offer's price line and terms.
 */
export function readFilledSeed(): ContentDocument[] {
  const documents = withMessages(readDocuments())
  const offer: object | undefined = documents.find(({ _id }) => _id === 'offer')
  return fillOfferValues(documents, formatOfferValues(offer))
}
