import { z } from 'zod'
import type { OfferNumbers } from '@/lib/content/text/offerTypes'

const nullableNumber = z.number().nullish().catch(null)

/** The numbers of an offer. Those of a draft can be invalid. */
const numbersSchema = z.object({
  currency: z.string().nullish().catch(null),
  introPrice: nullableNumber,
  introMonths: nullableNumber,
  regularPrice: nullableNumber,
  inclusions: z
    .array(z.object({ quantity: nullableNumber, counts: z.string().nullish().catch(null) }))
    .nullish()
    .catch(null),
  values: z
    .array(z.object({ amount: nullableNumber }))
    .nullish()
    .catch(null),
})

/** Parses the numbers of an offer, published or draft; invalid values become null, and a missing offer becomes `{}`. */
export function parseOfferNumbers(offer: unknown): OfferNumbers {
  return numbersSchema.safeParse(offer).data ?? {}
}
