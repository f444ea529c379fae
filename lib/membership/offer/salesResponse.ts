import { z } from 'zod'

/** The response to the Studio about sales; amounts in cents. A field is absent when reading it failed. */
export const salesSchema = z.object({
  /** The monthly price of new members at Stripe after their introduction; null while Stripe has none. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullish(),
  /** The numbers of live memberships, guests' included, by amount, currency and introduction. */
  members: z
    .array(
      z.object({
        /** The monthly amount; null until an invoice is known. */
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
