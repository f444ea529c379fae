import { z } from 'zod'

/** What the Studio is told about sales; amounts in cents. What could not be read is not there. */
export const salesSchema = z.object({
  /** What Stripe charges new members a month once their introduction is over; null while it sells nothing. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullish(),
  /** How many members pay what a month; the amount is null until their first invoice is known. */
  members: z
    .array(
      z.object({
        amount: z.number().nullable(),
        currency: z.string().nullable(),
        /** They still have the introductory price. */
        introduction: z.boolean(),
        count: z.number(),
      }),
    )
    .optional(),
})

/** See {@link salesSchema}. */
export type Sales = z.infer<typeof salesSchema>

/** The route from which the Studio reads sales. */
export const salesPath = '/api/studio/sales'
