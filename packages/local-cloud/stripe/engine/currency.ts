/** Currencies whose amounts are whole units (https://docs.stripe.com/currencies#zero-decimal). */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
/** Currencies whose amounts are thousandths (https://docs.stripe.com/currencies#three-decimal). */
const THREE_DECIMAL = new Set('bhd jod kwd omr tnd'.split(' '))

/** The least that can be charged, in smallest units (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const MINIMUM: Record<string, number> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
}

/** How many decimals the smallest unit of a currency stands for. */
function decimals(currency: string): number {
  if (ZERO_DECIMAL.has(currency)) return 0
  return THREE_DECIMAL.has(currency) ? 3 : 2
}

/** An amount for people, for example `$997.00`. Amount in the currency's smallest unit. */
export function money(amount: number, currency: string): string {
  const digits = decimals(currency)
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return format.format(amount / 10 ** digits)
}

/**
 * The least that can be charged in a currency, in its smallest unit. For those that Stripe's table does not name it
 * depends on the day's exchange rate, which is not known here: 1.
 */
export function minimumCharge(currency: string): number {
  return MINIMUM[currency] ?? 1
}

/** What somebody has typed as an amount (`12.50`), in the currency's smallest unit; undefined when it is none. */
export function smallestUnits(text: string, currency: string): number | undefined {
  const digits = decimals(currency)
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > digits) return undefined
  return Number(`${whole}${fraction.padEnd(digits, '0')}`)
}
