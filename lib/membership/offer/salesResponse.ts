import { z } from 'zod'

/** The response to the Studio about sales; amounts in cents. Unreadable fields are absent. */
export const salesSchema = z.object({
  /** The monthly price of new members at Stripe after their introduction; null while Stripe has none. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullish(),
  /** The number of live memberships, guests' included, by monthly amount: null until their first invoice is known. */
  members: z
    .array(
      z.object({
        amount: z.number().nullable(),
        currency: z.string().nullable(),
        /** Whether they still have the introductory price. */
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
