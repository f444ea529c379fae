import { styleText } from 'node:util'
import { readSmtpAccount, verifyAccount } from '@/lib/mail'
import { listDatabaseSettings } from './database.ts'
import { type Reading, readTable, type Setting } from './findings.ts'
import { listSanitySettings } from './sanity.ts'
import type { Settings, StoreVariable } from './settings.ts'
import { listStripeSettings } from './stripe.ts'
import { listAuthSettings } from './supabase.ts'

/** Options of the tables. */
export type VendorOptions = {
  /** Receives variables that the site needs from now on. */
  store?: StoreVariable | undefined
  /** Whether an empty dataset stays empty, for restoring a backup. */
  skipsSeed?: boolean | undefined
}

/** Returns the mail server, which a site that sells needs. */
function createMailSetting(settings: Settings): Setting {
  const account = readSmtpAccount(settings)
  return {
    wanted: `The mail server ${account?.host} accepts the account.`,
    check: async () => {
      if (account) return void (await verifyAccount(account))
      const advice =
        'Auth sends two emails an hour, members get no notices, which the law requires, and buyers no confirmation: set all six variables SMTP_….'
      return settings.STRIPE_SECRET_KEY ? advice : { advice }
    },
  }
}

/** Returns the tables of all vendors by name. A later one may depend on the settings of an earlier one. */
export const listVendors = (
  settings: Settings,
  { store = () => {}, skipsSeed = false }: VendorOptions = {},
): Record<string, Setting[]> => ({
  Sanity: listSanitySettings(settings, skipsSeed, store),
  Supabase: listAuthSettings(settings),
  Postgres: listDatabaseSettings(settings, store),
  Stripe: listStripeSettings(settings, store),
  Mail: [createMailSetting(settings)],
})

const marks = {
  right: styleText('green', '✓'),
  wrong: styleText('red', '✗'),
  person: styleText('cyan', '·'),
}

/** Checks the settings of every vendor, and changes nothing. Returns the readings by vendor. */
export async function readVendors(settings: Settings): Promise<Record<string, Reading[]>> {
  const vendors = Object.entries(listVendors(settings))
  return Object.fromEntries(
    await Promise.all(vendors.map(async ([name, table]) => [name, await readTable(table)] as const)),
  )
}

/** Prints the readings of every vendor. Returns the number of wrong ones. */
export async function printReadings(settings: Settings): Promise<number> {
  const vendors = Object.entries(await readVendors(settings))
  for (const [name, readings] of vendors) {
    const lines = readings.map(({ state, text }) => `${marks[state]} ${text}`)
    console.log([styleText('bold', name), ...lines].join('\n  '))
  }
  return vendors.flatMap(([, readings]) => readings).filter(({ state }) => state === 'wrong').length
}
