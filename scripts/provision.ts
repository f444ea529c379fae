import { resolve } from 'node:path'
import { z } from 'zod'
import { checkAllVendors } from './doctor.ts'
import { formatError, Problem, parseOptions } from './lib/command.ts'
import { style } from './lib/output.ts'
import { root } from './lib/paths.ts'
import { provisionDatabase } from './provision/database.ts'
import { openEnvironmentFile } from './provision/environmentFile.ts'
import { formatFindings } from './provision/findings.ts'
import { ProvisionSteps } from './provision/provisionSteps.ts'
import { createPrompt, type Prompt, promptForMissing } from './provision/questions.ts'
import {
  createTokenLabel,
  createViewerToken,
  fetchPublishedTerms,
  provisionSanity,
  viewerToken,
} from './provision/sanity.ts'
import { productionFile, readSettings, type Settings } from './provision/settings.ts'
import { provisionStripe } from './provision/stripe.ts'
import { provisionSupabase } from './provision/supabaseProject.ts'

const help = `npm run provision -- [--dry-run] [--without-seed] [--file <name>]

  Asks for missing variables, one at a time, prints its plan, and creates at every vendor what the vendor's API can
  create. Variables are written to the file, by default ${productionFile}, which only its owner may read. Safe to
  repeat.

  --dry-run       only print the plan
  --without-seed  leave an empty dataset empty, for npm run restore
  --file          the file with the environment, for example another one for a staging site`

type Options = {
  /** Whether to create nothing and only print the plan. */
  isDry?: boolean
  /** Whether to leave an empty dataset empty, for restoring a backup. */
  skipsSeed?: boolean
  /** Stores variables that the site needs from now on; by default they are among the returned sentences. */
  storeVariable?: (name: string, value: string) => void
}

/**
 * Creates at every vendor what its API can create. Safe to repeat.
 *
 * @returns sentences about the changes, or about the plan, by vendor
 * @throws Problem that names the vendor that refused; earlier changes stay
 */
export async function provision(
  settings: Settings,
  { isDry = false, skipsSeed = false, storeVariable }: Options = {},
): Promise<Record<string, string[]>> {
  const runSteps = async (vendor: string, provisionVendor: (steps: ProvisionSteps) => Promise<void>) => {
    const steps = new ProvisionSteps(isDry, storeVariable)
    await provisionVendor(steps).catch((error: unknown) => {
      throw new Problem(`${vendor}: ${formatError(error)}`)
    })
    return steps.lines
  }
  return {
    Sanity: await runSteps('Sanity', (steps) => provisionSanity(settings, steps, { skipsSeed })),
    Supabase: await runSteps('Supabase', (steps) => provisionSupabase(settings, steps)),
    Postgres: await runSteps('Postgres', (steps) => provisionDatabase(settings, steps)),
    Stripe: await runSteps('Stripe', async (steps) =>
      provisionStripe(settings, await fetchPublishedTerms(settings), steps),
    ),
  }
}

function printLines(linesByVendor: Record<string, string[]>): void {
  for (const [vendor, lines] of Object.entries(linesByVendor)) {
    console.log([style.bold(vendor), ...lines.map((line) => `  ${line}`)].join('\n'))
  }
}

const accessSchema = z.object({
  NEXT_PUBLIC_SANITY_API_HOST: z.string().default(''),
  NEXT_PUBLIC_SANITY_PROJECT_ID: z.string(),
  NEXT_PUBLIC_SANITY_DATASET: z.string(),
  SANITY_API_WRITE_TOKEN: z.string().min(1),
})

/**
 * Adds the site's Sanity token to `variables` if it is missing: a new one, or in a dry run the administrator's. Does
 * nothing while the administrator's access to Sanity is incomplete.
 */
async function provisionViewerToken(
  variables: Record<string, string | undefined>,
  { isDry, storeVariable }: { isDry: boolean; storeVariable: (name: string, value: string) => void },
): Promise<void> {
  const access = accessSchema.safeParse(variables).data
  if (!access) return
  const { name, use } = viewerToken
  if (variables[name]) return
  const label = createTokenLabel(access, use)
  if (isDry) {
    // The administrator's token can read everything that the viewer's token can.
    variables[name] = access.SANITY_API_WRITE_TOKEN
    console.log(`Would create the token “${label}” in Sanity.`)
  } else {
    variables[name] = await createViewerToken(access, label)
    storeVariable(name, variables[name])
    console.log(`Created the token “${label}” in Sanity.`)
  }
}

/**
 * Runs the command.
 *
 * @param env - the variables of the shell, which override those of the file
 * @param args - the arguments after the name of the command
 * @param promptUser - prompts for missing variables and for consent to the plan; without it, missing required variables
 *   are errors, except the site's Sanity token
 * @returns the exit code: 1 after an error, or when the operator refused the plan
 */
export async function main(
  env: Record<string, string | undefined>,
  args: readonly string[],
  promptUser?: Prompt,
): Promise<number> {
  let fileHint = ''
  try {
    if (args.includes('--help') || args.includes('-h')) {
      console.log(help)
      return 0
    }
    const { values } = parseOptions([...args], {
      options: {
        'dry-run': { type: 'boolean', default: false },
        'without-seed': { type: 'boolean', default: false },
        file: { type: 'string', default: productionFile },
      },
    })
    const isDry = values['dry-run']
    const skipsSeed = values['without-seed']
    const file = openEnvironmentFile(resolve(root, values.file))
    const shellVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
    const variables: Record<string, string | undefined> = { ...file.values, ...shellVariables }
    const storeVariable = (name: string, value: string) => {
      if (!isDry) file.set(name, value)
    }
    if (promptUser && !isDry) {
      file.protect()
      fileHint = `The inputs are in ${file.path}: correct them there, and run this again.`
    }
    if (promptUser)
      await promptForMissing(variables, promptUser, {
        storeVariable,
        print: (line) => console.log(style.red(line)),
      })
    if (promptUser && !isDry) {
      console.log('\nThe plan:')
      const planned = { ...variables }
      await provisionViewerToken(planned, { isDry: true, storeVariable })
      printLines(await provision(readSettings(planned), { isDry: true, skipsSeed }))
      if (!/^y(es)?$/i.test((await promptUser('\nGo ahead? (yes or no) ')).trim())) {
        console.log(`Nothing was created. ${fileHint}`)
        return 1
      }
      console.log('')
    }
    await provisionViewerToken(variables, { isDry, storeVariable })
    const storeForLaterSteps = (name: string, value: string) => {
      variables[name] = value
      storeVariable(name, value)
    }
    // Without a prompt, new variables are printed instead of stored, apart from the site's Sanity token.
    printLines(
      await provision(readSettings(variables), {
        isDry,
        skipsSeed,
        ...(promptUser && { storeVariable: storeForLaterSteps }),
      }),
    )
    if (isDry) return 0
    const findings = await checkAllVendors(readSettings(variables))
    const remaining = findings.filter(({ state }) => state === 'wrong' || state === 'person')
    console.log(promptUser ? `\n${formatFindings(findings)}` : `\nLeft to do:\n${formatFindings(remaining)}`)
    if (promptUser) console.log(`\nThe environment of the site is in ${file.path}.`)
    return 0
  } catch (error) {
    console.error([formatError(error), fileHint].join(' ').trimEnd())
    return 1
  }
}

/** Runs the command with the arguments of this process. */
export async function run(): Promise<void> {
  const promptUser = process.stdin.isTTY ? createPrompt(process.stdin, process.stdout) : undefined
  process.exitCode = await main(process.env, process.argv.slice(2), promptUser)
}
