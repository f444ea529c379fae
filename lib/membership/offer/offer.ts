import { stegaClean } from '@sanity/client/stega'
import { z } from 'zod'
import { fillTemplate } from '@/lib/content/text/format'
import type { OfferNumbers } from '@/lib/content/text/offerTypes'
import { fillOfferValues, formatOfferValues } from '@/lib/content/text/offerValues'
import { findAmountProblem, findCountProblem, findIntroductionProblem, offerRules } from './offerRules'

/** Creates a Zod schema for a number, with a rule that returns the error message, or null for a valid number. */
const numberSchema = (findProblem: (value: number) => string | null) =>
  z.number().superRefine((value, context) => {
    const message = findProblem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Creates a Zod schema for a non-empty string with required placeholders. */
const textSchema = (requiredPlaceholders: readonly string[] = []) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => requiredPlaceholders.every((name) => value.includes(`{${name}}`)), {
      error: `It has to include ${requiredPlaceholders.map((name) => `{${name}}`).join(', ')}.`,
    })

const termsSchema = z
  .object({
    name: textSchema(),
    /** The name of the introductory offer. */
    packageName: z.string().trim().nullish(),
    /** The ISO 4217 code in lowercase. */
    currency: z.enum(offerRules.currency.choices.map(({ value }) => value)),
    /** In cents, like every amount. */
    introPrice: numberSchema((cents) => findAmountProblem(cents, offerRules.introPrice)),
    introMonths: numberSchema((months) => findCountProblem(months, offerRules.introMonths)),
    regularPrice: numberSchema((cents) => findAmountProblem(cents, offerRules.regularPrice)),
    /** The terms in one line. If the line is missing or lacks a required placeholder, pages show the renewal terms. */
    shortTerms: z.string().trim().nullish(),
    /** The renewal terms, in which the placeholders for prices and months are not filled in yet. */
    renewalTerms: textSchema(offerRules.renewalTerms.requiredPlaceholders),
    /** The renewal terms for buyers who have used the introductory price. */
    regularTerms: textSchema(offerRules.regularTerms.requiredPlaceholders),
  })
  .superRefine(({ introPrice, regularPrice }, context) => {
    const message = findIntroductionProblem(introPrice, regularPrice)
    if (message) context.addIssue({ code: 'custom', message, path: ['introPrice'] })
  })

/** The valid price and terms of a membership: what can be sold. */
export type OfferTerms = z.infer<typeof termsSchema>

export const termNames = termsSchema.keyof().options

/**
 * Reads the terms of an `offer` document as the Content Lake stores it.
 *
 * @returns the terms, or the reason why the offer cannot be sold, with the names of invalid fields
 */
export function readTerms(
  offer: object | null | undefined,
): { terms: OfferTerms; problem?: never } | { terms?: never; problem: string } {
  if (!offer) return { problem: 'there is no published offer' }
  // As on pages, fills in the offer's placeholders, except those for prices and months in the terms.
  const cleaned: OfferNumbers = stegaClean(offer)
  const { data, error } = termsSchema.safeParse(fillOfferValues(cleaned, formatOfferValues(cleaned)))
  if (data) return { terms: data }
  return { problem: error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ') }
}

/** Formats the terms for a new member. */
export const formatRenewalTerms = (terms: OfferTerms): string =>
  fillTemplate(terms.renewalTerms, formatOfferValues(terms))

/** Formats the terms for a buyer who has used the introductory price. */
export const formatRegularTerms = (terms: OfferTerms): string =>
  fillTemplate(terms.regularTerms, formatOfferValues(terms))

/** Computes the discount for each introductory month, in cents; 0 when there is no introductory price. */
export function computeIntroDiscount({ introPrice, regularPrice }: OfferTerms): number {
  return regularPrice - introPrice
}

/**
 * Computes the charge in one month of a membership with the introductory price.
 *
 * @param month - the number of the month, counted from 1; Checkout charges the first
 * @returns the charge in cents
 */
export function computeCharge(month: number, terms: OfferTerms): number {
  return terms.regularPrice - (month <= terms.introMonths ? computeIntroDiscount(terms) : 0)
}
