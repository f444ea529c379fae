/** An amount as people read it, for example `$997.00`. Cents. */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() })
  return format.format(amount / 100)
}

/** A typed amount (`12.50`) in cents; undefined when it is none. */
export function cents(text: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(`${whole}${fraction.padEnd(2, '0')}`)
}
