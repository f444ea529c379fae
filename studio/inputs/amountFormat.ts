import { getCurrencyDecimals, locale, normalizeCurrency } from '@/lib/content/text/format'

/** Returns the symbol of a currency: “$”. */
function getCurrencySymbol(currency: string | null | undefined): string | undefined {
  const style = {
    style: 'currency',
    currency: normalizeCurrency(currency),
    currencyDisplay: 'narrowSymbol',
  } as const
  return new Intl.NumberFormat(locale, style).formatToParts(0).find(({ type }) => type === 'currency')?.value
}

/**
 * Formats an amount for its input: "1047" or "12.50".
 *
 * @param cents - the amount in the currency's smallest unit
 * @returns the text, or an empty string if there is no amount
 */
export function formatAmount(cents: number | undefined, currency?: string | null): string {
  if (cents === undefined || !Number.isFinite(cents)) return ''
  const decimals = getCurrencyDecimals(currency)
  const unit = 10 ** decimals
  return (cents / unit).toFixed(cents % unit === 0 ? 0 : decimals)
}

/**
 * Parses a typed amount: "997", "$1,047", "12.50".
 *
 * @returns the amount in the currency's smallest unit; null for invalid text, too many decimals, or the symbol of another
 *   currency
 */
export function parseAmount(text: string, currency?: string | null): number | null {
  const decimals = getCurrencyDecimals(currency)
  const [, sign, symbol, whole, fraction = ''] =
    /^(-?)(?:(\p{Sc})\s?)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?$/u.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > decimals) return null
  if (symbol !== undefined && symbol !== getCurrencySymbol(currency)) return null
  const amount = Number(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(amount) ? amount * (sign ? -1 : 1) : null
}
