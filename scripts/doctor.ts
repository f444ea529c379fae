import { checkDatabase } from './provision/database.ts'
import { type Finding, formatFindings } from './provision/findings.ts'
import { checkMail, checkOutbox } from './provision/mail.ts'
import { listOfferChanges } from './provision/offerChanges.ts'
import { checkSanity, fetchPublishedTerms } from './provision/sanity.ts'
import { defineEnvironmentCommand, type Settings } from './provision/settings.ts'
import { checkStripe } from './provision/stripe.ts'
import { checkSupabase } from './provision/supabase.ts'

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
export const run = defineEnvironmentCommand(help, async (settings) => {
  const findings = await checkAllVendors(settings)
  console.log(formatFindings(findings))
  const failedCount = findings.filter(({ state }) => state === 'wrong').length
  console.log(failedCount === 0 ? '\nNothing is wrong.' : `\n${failedCount} wrong.`)
  if (failedCount) process.exitCode = 1
})
