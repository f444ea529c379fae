import { fillOfferValues, formatOfferValues } from '../../lib/content/offerValues'
import { type ContentDocument, readDocuments } from './contentVariants/documents.ts'

/** Returns the seed's documents with offer placeholders filled in, as in query results: prices in the offer's terms stay. */
export function readFilledSeed(): ContentDocument[] {
  const documents = readDocuments()
  const offer: object | undefined = documents.find(({ _id }) => _id === 'offer')
  return fillOfferValues(documents, formatOfferValues(offer))
}
