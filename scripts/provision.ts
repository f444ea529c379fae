import { examine } from './doctor.ts'
import { showFindings } from './lib/findings.ts'
import { style } from './lib/output.ts'
import { explain } from './lib/problem.ts'
import { loadEnvironmentFile, readSettings, type Settings } from './lib/settings.ts'
import { provisionDatabase } from './vendors/database.ts'
import { provisionSanity, publishedTerms } from './vendors/sanity.ts'
import { provisionStripe } from './vendors/stripe.ts'

/**
 * Makes at every vendor what can be made through its API. Safe to repeat.
 *
 * @returns what was done, by vendor
 * @throws what a vendor throws; what was made until then stays
 */
export async function provision(settings: Settings): Promise<Record<string, string[]>> {
  const sanity = await provisionSanity(settings)
  const database = await provisionDatabase(settings)
  const stripe = await provisionStripe(settings, await publishedTerms(settings))
  return { Sanity: sanity, Postgres: database, Stripe: stripe }
}

/** The command line: makes what can be made, then says what is left. Returns the exit code. */
export async function main(env: Record<string, string | undefined> = process.env): Promise<number> {
  try {
    const settings = readSettings(env)
    for (const [vendor, lines] of Object.entries(await provision(settings))) {
      console.log([style.bold(vendor), ...lines.map((line) => `  ${line}`)].join('\n'))
    }
    const left = (await examine(settings)).filter(({ state }) => state === 'wrong' || state === 'person')
    console.log(`\nLeft to do:\n${showFindings(left)}`)
    return 0
  } catch (error) {
    console.error(explain(error))
    return 1
  }
}

if (import.meta.main) {
  loadEnvironmentFile()
  process.exitCode = await main()
}
