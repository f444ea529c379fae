import { fillOfferValues, offerValues } from '../../lib/content/offerValues'
import { type ContentDocument, readDocuments } from './contentVariants/documents.ts'

/** The documents of the seed with the numbers of its offer in their texts, as visitors read them. */
export function filledSeed(): ContentDocument[] {
  const documents = readDocuments()
  const offer: object | undefined = documents.find(({ _id }) => _id === 'offer')
  return fillOfferValues(documents, offerValues(offer))
}
