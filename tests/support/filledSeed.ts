import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { areas } from '@/lib/messages/areas'
import { type ContentDocument, readDocuments } from './documents.ts'

/** Adds the default of every message to the document `messages`, as an editor's text. */
export function withMessages(documents: readonly ContentDocument[]): ContentDocument[] {
  const messages = Object.fromEntries(Object.entries(areas).map(([area, { defaults }]) => [area, defaults]))
  return documents.map((document) => (document._id === 'messages' ? { ...document, ...messages } : document))
}

/**
 * Returns the seed's documents and the default messages with the offer's placeholders filled in, as in query results:
 * all but prices and months in the offer's price line and terms.
 */
export function readFilledSeed(): ContentDocument[] {
  const documents = withMessages(readDocuments())
  const offer: object | undefined = documents.find(({ _id }) => _id === 'offer')
  return fillOfferValues(documents, formatOfferValues(offer))
}
