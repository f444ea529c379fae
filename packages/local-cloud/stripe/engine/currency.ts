/** Formats an amount in cents, for example as `$997.00`. */
export function formatMoney(amountCents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  return format.format(amountCents / 100)
}
