import { type Finding, formatFindings } from './lib/findings.ts'
import { runInEnvironment, type Settings } from './lib/settings.ts'
import { checkDatabase } from './vendors/database.ts'
import { checkMail } from './vendors/mail.ts'
import { listOfferChanges } from './vendors/offerChanges.ts'
import { checkOutbox } from './vendors/outbox.ts'
import { checkSanity, fetchPublishedTerms } from './vendors/sanity.ts'
import { checkStripe } from './vendors/stripe.ts'
import { checkSupabase } from './vendors/supabase.ts'

/** Checks every vendor, and changes nothing. */
export async function checkAllVendors(settings: Settings): Promise<Finding[]> {
  const terms = await fetchPublishedTerms(settings)
  const findingsByVendor = await Promise.all([
    checkSanity(settings),
    checkSupabase(settings),
    checkDatabase(settings),
    checkStripe(settings, terms),
    listOfferChanges(settings),
    checkMail(settings),
    checkOutbox(settings),
  ])
  return findingsByVendor.flatMap(({ list }) => list)
}

const help = `npm run doctor [-- --file <name>] checks the settings of every vendor, changes nothing, and fails when one is wrong.`

/** Prints each vendor's passed, failed and manual checks, and notes. Sets the exit code 1 when anything failed. */
export const run = (): Promise<void> =>
  runInEnvironment(help, async (settings) => {
    const findings = await checkAllVendors(settings)
    console.log(formatFindings(findings))
    const failedCount = findings.filter(({ state }) => state === 'wrong').length
    console.log(failedCount === 0 ? '\nNothing is wrong.' : `\n${failedCount} wrong.`)
    if (failedCount) process.exitCode = 1
  })
