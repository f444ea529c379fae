import { z } from 'zod'
import type { OfferNumbers } from '@/lib/content/offerValues'

const amount = z.number().nullish().catch(null)

/** The numbers of an offer in which anything may stand. */
const numbersSchema = z.object({
  currency: z.string().nullish().catch(null),
  introPrice: amount,
  introMonths: amount,
  regularPrice: amount,
  inclusions: z
    .array(z.object({ quantity: amount, counts: z.string().nullish().catch(null) }))
    .nullish()
    .catch(null),
  values: z.array(z.object({ amount })).nullish().catch(null),
})

/** The numbers of an offer as an editor has left it; what is none is left out. */
export function parseOfferNumbers(offer: unknown): OfferNumbers {
  return numbersSchema.safeParse(offer).data ?? {}
}
