import { styleText } from 'node:util'
import { getErrorCode } from '@/lib/errorCode'
import { MailError, readSmtpAccount, verifyAccount } from '@/lib/mail'
import { formatError } from '../lib/command.ts'
import { listDatabaseSettings } from './database.ts'
import { type Reading, readTable, type Setting } from './findings.ts'
import { listSanitySettings } from './sanity.ts'
import type { Settings } from './settings.ts'
import { listStripeSettings } from './stripe.ts'
import { listAuthSettings } from './supabase.ts'

/** Returns the setting of the mail server, which every site with checkout needs. */
function createMailSetting(settings: Settings): Setting {
  const account = readSmtpAccount(settings)
  return {
    wanted: `The mail server ${account?.host} accepts the account.`,
    check: async () => {
      const advice =
        'Members get none of the notices that the law requires, and buyers get no confirmation: set all six SMTP_… variables.'
      if (!account) return settings.STRIPE_SECRET_KEY ? advice : { advice }
      try {
        return void (await verifyAccount(account))
      } catch (error) {
        if (!(error instanceof MailError) || getErrorCode(error.cause) !== 'EAUTH') throw error
        return `The mail server ${account.host} refuses SMTP_USER and SMTP_PASSWORD: ${formatError(error)}`
      }
    },
  }
}

/** Returns the tables of all vendors, keyed by name. A later table may depend on the settings in an earlier one. */
export const listVendors = (settings: Settings): Record<string, Setting[]> => ({
  Sanity: listSanitySettings(settings),
  Supabase: listAuthSettings(settings),
  Postgres: listDatabaseSettings(settings),
  Stripe: listStripeSettings(settings),
  Mail: [createMailSetting(settings)],
})

const marks = {
  right: styleText('green', '✓'),
  wrong: styleText('red', '✗'),
  person: styleText('cyan', '·'),
}

/** Checks the settings of every vendor, and changes nothing. Returns the readings keyed by vendor; see {@link listVendors}. */
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
