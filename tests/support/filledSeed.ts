import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { type ContentDocument, readDocuments } from './documents.ts'

/**
 * Returns the seed's documents with the offer's placeholders filled in, as in query results: all but prices and months
 * in the offer's price line and terms.
 */
export function readFilledSeed(): ContentDocument[] {
  const documents = readDocuments()
  const offer: object | undefined = documents.find(({ _id }) => _id === 'offer')
  return fillOfferValues(documents, formatOfferValues(offer))
}
