import { createHash } from 'node:crypto'
import { stegaClean } from '@sanity/client/stega'
import { z } from 'zod'
import { fillTemplate, formatMoney } from '@/lib/content/format'

/** What a membership costs and on which terms; amounts in cents. */
export type OfferTerms = {
  name: string
  /** What the introduction is called. */
  packageName?: string | null | undefined
  /** ISO 4217 code in lower case. */
  currency: string
  introPrice: number
  introMonths: number
  regularPrice: number
  /** The renewal terms, placeholders not filled in. */
  renewalTerms: string
  /** The same for who has had the introduction. */
  regularTerms: string
}

const cents = z.number().int().min(50).max(99_999_999)

const termsSchema = z.object({
  name: z.string().trim().min(1),
  packageName: z.string().trim().nullish(),
  currency: z.string().regex(/^[a-z]{3}$/),
  introPrice: cents,
  introMonths: z.number().int().min(0).max(24),
  regularPrice: cents,
  renewalTerms: z.string().trim().min(1),
  regularTerms: z.string().trim().min(1),
})

/** The terms without the names, as far as pages show them beside their buttons. */
export type ShownTerms = Omit<OfferTerms, 'name' | 'packageName'>

/** Reads the terms that a page shows; undefined when nothing can be sold on them. */
export function shownTermsOf(offer: unknown): ShownTerms | undefined {
  return isObject(offer) ? termsOf({ ...offer, name: 'shown elsewhere' }) : undefined
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** What somebody pays who has had the introductory price before, in words. */
export function regularTermsText({ regularTerms, regularPrice, currency }: ShownTerms): string {
  return fillTemplate(regularTerms, { regularPrice: formatMoney(regularPrice, currency) })
}

/**
 * Reads what can be sold from an `offer` document as the lake holds it.
 *
 * @returns undefined when something that a purchase needs is missing or makes no sense
 */
export function termsOf(offer: unknown): OfferTerms | undefined {
  const parsed = termsSchema.safeParse(stegaClean(offer))
  if (!parsed.success || parsed.data.introPrice > parsed.data.regularPrice) return undefined
  return parsed.data
}

/**
 * A fingerprint of everything a buyer agrees to. A page sends the one that it showed, so that nobody is charged on
 * other terms.
 */
export function termsVersion(terms: ShownTerms): string {
  const { currency, introPrice, introMonths, regularPrice, renewalTerms, regularTerms } = terms
  return createHash('sha256')
    .update(JSON.stringify([currency, introPrice, introMonths, regularPrice, renewalTerms, regularTerms]))
    .digest('hex')
    .slice(0, 24)
}

/** What the introductory months are cheaper by, each. Cents; 0 when there is no introduction. */
export function introDiscount({ introPrice, introMonths, regularPrice }: OfferTerms): number {
  return introMonths > 0 ? regularPrice - introPrice : 0
}
