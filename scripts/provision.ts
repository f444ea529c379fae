import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { renameVariables } from '@/lib/env'
import { examine } from './doctor.ts'
import { openEnvironmentFile } from './lib/environmentFile.ts'
import { showFindings } from './lib/findings.ts'
import { style } from './lib/output.ts'
import { root } from './lib/paths.ts'
import { explain, Problem } from './lib/problem.ts'
import { createPrompt, type Prompt, promptForMissing } from './lib/questions.ts'
import { productionFile, readSettings, type Settings } from './lib/settings.ts'
import { Steps } from './lib/steps.ts'
import { provisionDatabase } from './vendors/database.ts'
import {
  createViewerToken,
  provisionSanity,
  publishedTerms,
  tokenLabel,
  viewerToken,
} from './vendors/sanity.ts'
import { provisionStripe } from './vendors/stripe.ts'
import { provisionSupabase } from './vendors/supabaseProject.ts'

const help = `npm run provision -- [--dry-run] [--without-seed] [--file <name>]

  Asks for what it does not know, one question at a time, says what it is going to do, and makes at every vendor what
  can be made there. What it learns is written to the file, ${productionFile} unless another one is named, which only
  its owner may read. Safe to repeat.

  --dry-run       only say what would be made
  --without-seed  leave an empty dataset empty, for npm run restore
  --file          the file with the environment: another one for a staging site`

type Options = {
  /** Whether to create nothing and only print the plan. */
  isDry?: boolean
  /** Whether to leave an empty dataset empty, for restoring a backup. */
  keepsEmpty?: boolean
  /** Receives variables that the site needs from now on; without it they are among the sentences. */
  keep?: (name: string, value: string) => void
}

/**
 * Creates at every vendor what its API can create. Safe to repeat.
 *
 * @returns the changes, by vendor
 * @throws Problem that names the vendor that refused; earlier changes stay
 */
export async function provision(
  settings: Settings,
  { isDry = false, keepsEmpty = false, keep }: Options = {},
): Promise<Record<string, string[]>> {
  const of = async (vendor: string, work: (steps: Steps) => Promise<void>) => {
    const steps = new Steps(isDry, keep)
    await work(steps).catch((error: unknown) => {
      throw new Problem(`${vendor}: ${explain(error)}`)
    })
    return steps.lines
  }
  return {
    Sanity: await of('Sanity', (steps) => provisionSanity(settings, steps, { keepsEmpty })),
    Supabase: await of('Supabase', (steps) => provisionSupabase(settings, steps)),
    Postgres: await of('Postgres', (steps) => provisionDatabase(settings, steps)),
    Stripe: await of('Stripe', async (steps) =>
      provisionStripe(settings, await publishedTerms(settings), steps),
    ),
  }
}

function show(done: Record<string, string[]>): void {
  for (const [vendor, lines] of Object.entries(done)) {
    console.log([style.bold(vendor), ...lines.map((line) => `  ${line}`)].join('\n'))
  }
}

const accessSchema = z.object({
  NEXT_PUBLIC_SANITY_API_HOST: z.string().default(''),
  NEXT_PUBLIC_SANITY_PROJECT_ID: z.string(),
  NEXT_PUBLIC_SANITY_DATASET: z.string(),
  SANITY_API_WRITE_TOKEN: z.string().min(1),
})

/** Creates the site's token if it is missing, or, in a dry run, uses a placeholder. */
async function provisionViewerToken(
  known: Record<string, string | undefined>,
  isDry: boolean,
  keep: (name: string, value: string) => void,
): Promise<void> {
  const access = accessSchema.safeParse(known).data
  if (!access) return
  const { name, use } = viewerToken
  if (known[name]) return
  const label = tokenLabel(access, use)
  if (isDry) {
    // The administrator's token can read everything that the viewer's token can.
    known[name] = access.SANITY_API_WRITE_TOKEN
    console.log(`Would make the token “${label}” in Sanity.`)
  } else {
    known[name] = await createViewerToken(access, label)
    keep(name, known[name])
    console.log(`Created the token “${label}” in Sanity.`)
  }
}

/**
 * The command line.
 *
 * @param env - overrides the file
 * @param args - after the command
 * @param prompt - prompts for missing variables; without it nothing is prompted
 * @returns the exit code: 1 when it was interrupted; remaining steps are printed
 */
export async function main(
  env: Record<string, string | undefined>,
  args: readonly string[],
  promptUser?: Prompt,
): Promise<number> {
  let fileHint = ''
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean', default: false },
        'without-seed': { type: 'boolean', default: false },
        file: { type: 'string', default: productionFile },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) {
      console.log(help)
      return 0
    }
    const isDry = values['dry-run']
    const keepsEmpty = values['without-seed']
    const file = openEnvironmentFile(resolve(root, values.file))
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
    const known = renameVariables<string | undefined>({ ...file.values, ...given })
    const keep = (name: string, value: string) => {
      if (!isDry) file.set(name, value)
    }
    if (promptUser && !isDry) {
      file.protect()
      fileHint = `The inputs are in ${file.path}: correct them there, and run this again.`
    }
    if (promptUser)
      await promptForMissing(known, promptUser, { keep, say: (line) => console.log(style.red(line)) })
    if (promptUser && !isDry) {
      console.log('\nThis is going to happen:')
      const planned = { ...known }
      await provisionViewerToken(planned, true, keep)
      show(await provision(readSettings(planned), { isDry: true, keepsEmpty }))
      if (!/^y(es)?$/i.test((await promptUser('\nGo ahead? (yes or no) ')).trim())) {
        console.log(`Nothing was created. ${fileHint}`)
        return 1
      }
      console.log('')
    }
    await provisionViewerToken(known, isDry, keep)
    const learn = (name: string, value: string) => {
      known[name] = value
      keep(name, value)
    }
    // Without a prompt, the file is not changed: new variables are printed.
    show(await provision(readSettings(known), { isDry, keepsEmpty, ...(promptUser && { keep: learn }) }))
    if (isDry) return 0
    const findings = await examine(readSettings(known))
    const left = findings.filter(({ state }) => state === 'wrong' || state === 'person')
    console.log(promptUser ? `\n${showFindings(findings)}` : `\nLeft to do:\n${showFindings(left)}`)
    if (promptUser) console.log(`\nThe environment of the site is in ${file.path}.`)
    return 0
  } catch (error) {
    console.error([explain(error), fileHint].join(' ').trimEnd())
    return 1
  }
}

/** The command, with the arguments of this process. */
export async function run(): Promise<void> {
  const promptUser = process.stdin.isTTY ? createPrompt(process.stdin, process.stdout) : undefined
  process.exitCode = await main(process.env, process.argv.slice(2), promptUser)
}
