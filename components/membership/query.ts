/** GROQ projection of the `offer` as far as a checkout button needs it: what it costs, and on which terms. */
export const checkoutTermsFields = `
  _id,
  currency,
  introPrice,
  introMonths,
  regularPrice,
  renewalTerms,
  regularTerms
`

/** GROQ projection of the whole `offer`. */
export const offerFields = `
  ${checkoutTermsFields},
  name,
  packageName,
  summary,
  priceLine,
  cancelNote,
  inclusionsHeading,
  inclusions[]{ _key, quantity, title, text },
  valuesHeading,
  values[]{ _key, title, text, amount, unit },
  onceLabel,
  monthLabel,
  totalLine,
  bonusesHeading,
  bonuses[]{ _key, title, text, amount },
  bonusLine
`
