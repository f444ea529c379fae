/**
 * Parts of the `offer` document as queries return it: any field may be missing or invalid. The validated types are in
 * `lib/membership/offer/`: `OfferTerms` (the terms for sale), `PublishedOffer` (with version and revision) and
 * `OfferTermsResponse` (formatted for a buyer).
 */

/** The unvalidated fields of an offer as the Studio stores it: a draft or the published version. */
export type OfferFields = { [field: string]: unknown }

/** The numbers that text can mention. Amounts are in the currency's smallest unit, such as cents. */
export type OfferNumbers = {
  currency?: string | null
  introPrice?: number | null
  introMonths?: number | null
  regularPrice?: number | null
  inclusions?: readonly ({ quantity?: number | null; counts?: string | null } | null)[] | null
  values?: readonly ({ amount?: number | null } | null)[] | null
}

/** The terms as strings, in which the price placeholders are not filled in yet. */
export type OfferTexts = {
  shortTerms?: string | null
  renewalTerms?: string | null
  regularTerms?: string | null
}

/** The steps after the payment. */
export type OfferNextSteps = {
  nextHeading?: string | null
  nextSteps?: readonly { _key: string; title: string | null; text: string | null }[] | null
}
