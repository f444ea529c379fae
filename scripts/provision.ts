import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { styleText } from 'node:util'
import { defineCommand, formatError, Problem } from './lib/command.ts'
import { inRoot, root } from './lib/paths.ts'
import { readEnvironmentFile, setVariable, writeEnvironmentFile } from './provision/environmentFile.ts'
import { formatFindings, writeTable } from './provision/findings.ts'
import { createViewerToken } from './provision/sanity.ts'
import {
  productionFile,
  readSettings,
  requireContentLakeAccess,
  type Settings,
  type StoreVariable,
} from './provision/settings.ts'
import { listVendors, readVendors } from './provision/vendors.ts'

const help = `npm run provision -- [--dry-run] [--without-seed] [--file <name>]

  Reads the keys of new accounts from the file, by default ${productionFile}; without a file, creates one to fill in.
  Prints its plan, and creates at every vendor what the vendor's API can create. Secrets are written to the file,
  which only its owner may read. Safe to repeat.

  --dry-run       only print the plan
  --without-seed  leave an empty dataset empty, for npm run restore
  --file          the file with the environment, for example another one for a staging site`

/**
 * Creates at every vendor what its API can create. Safe to repeat.
 *
 * @param options.isDry - whether to create nothing and only return the plan
 * @param options.skipsSeed - whether to leave an empty dataset empty, for restoring a backup
 * @param options.store - stores variables that the site needs from now on; by default they are among the returned sentences
 * @returns sentences about the changes, or about the plan, by vendor
 * @throws Problem with the vendor that refused; earlier changes stay
 */
export async function provision(
  settings: Settings,
  {
    isDry = false,
    skipsSeed,
    store = (name, value) => `Set ${name}=${value}`,
  }: { isDry?: boolean; skipsSeed?: boolean | undefined; store?: StoreVariable } = {},
): Promise<Record<string, string[]>> {
  const linesByVendor: Record<string, string[]> = {}
  for (const { name, keyVariable, listSettings } of listVendors(settings, { store, skipsSeed })) {
    try {
      const lines = await writeTable(await listSettings(), isDry)
      if (lines.length) linesByVendor[name] = lines
      else if (keyVariable) linesByVendor[name] = [`Skipped, since ${keyVariable} is missing.`]
    } catch (error) {
      throw new Problem(`${name}: ${formatError(error)}`)
    }
  }
  return linesByVendor
}

function printLines(linesByVendor: Record<string, string[]>): void {
  for (const [vendor, lines] of Object.entries(linesByVendor))
    console.log([styleText('bold', vendor), ...lines.map((line) => `  ${line}`)].join('\n'))
}

/** Creates the site's Sanity token, which has the role of a viewer. Its name has the dataset, and the day. */
async function storeViewerToken(settings: Settings, store: StoreVariable): Promise<void> {
  const access = requireContentLakeAccess(settings)
  const day = new Date().toISOString().slice(0, 10)
  const label = `Site (server), ${access.NEXT_PUBLIC_SANITY_DATASET}, ${day}`
  store('SANITY_API_READ_TOKEN', await createViewerToken(access, label))
  console.log(`Created the token “${label}” in Sanity.`)
}

/**
 * Provisions the vendors of an environment file, after showing the plan, and prints what remains to do.
 *
 * @param env - the variables of the shell, which override those of the file
 * @param options.file - the path of the file, absolute or in the repository
 * @param confirm - resolves to whether to carry out the plan
 * @throws Problem about a new file, missing or invalid variables, or the vendor that refused
 */
export async function provisionEnvironment(
  env: Record<string, string | undefined>,
  {
    file: fileName = productionFile,
    isDry,
    skipsSeed,
  }: { file?: string | undefined; isDry?: boolean | undefined; skipsSeed?: boolean | undefined },
  confirm: () => Promise<boolean>,
): Promise<void> {
  const file = resolve(root, fileName)
  const values = readEnvironmentFile(file)
  const shellVariables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
  const variables: Record<string, string | undefined> = { ...values, ...shellVariables }
  if (!existsSync(file) && !variables.NEXT_PUBLIC_SITE_URL) {
    writeEnvironmentFile(
      file,
      readFileSync(inRoot('.env.example'), 'utf8').replaceAll(
        /^(?!NEXT_PUBLIC_SANITY_DATASET=)(\w+)=.*$/gm,
        '$1=',
      ),
    )
    throw new Problem(
      `${file} now lists the variables: fill in your accounts' values (docs/going-live.md), and run this again.`,
    )
  }
  if (existsSync(file)) chmodSync(file, 0o600)
  const hint = `The variables are in ${file}: correct them there, and run this again.`
  const generated = [
    'SANITY_WEBHOOK_SECRET',
    ...(variables.DATABASE_OWNER_URL ? ['CRON_SECRET', 'EMAIL_HASH_SECRET'] : []),
  ]
  for (const name of generated) variables[name] ||= randomBytes(32).toString('hex')
  // The file of a certificate, in place of the certificate.
  if (existsSync(variables.DATABASE_CA ?? ''))
    variables.DATABASE_CA = readFileSync(String(variables.DATABASE_CA), 'utf8')
  const store = (name: string, value: string) => {
    variables[name] = value
    setVariable(file, name, value)
    return `Wrote ${name}.`
  }
  try {
    if (/\[YOUR-PASSWORD\]/.test(`${variables.DATABASE_OWNER_URL}${variables.DATABASE_URL}`))
      throw new Problem('A connection string has [YOUR-PASSWORD] in place of the password.')
    // An administrator's token can read everything that the viewer's token can.
    const planned = { SANITY_API_READ_TOKEN: variables.SANITY_API_WRITE_TOKEN }
    const hasToken = Boolean(variables.SANITY_API_READ_TOKEN)
    if (!hasToken && !variables.SANITY_API_WRITE_TOKEN)
      throw new Problem('SANITY_API_WRITE_TOKEN is missing: enter the token of an administrator.')
    const settings = readSettings(hasToken ? variables : { ...variables, ...planned })
    console.log('The plan:')
    if (!hasToken) console.log('Would create a Sanity token with the viewer role.')
    printLines(await provision(settings, { isDry: true, skipsSeed }))
    if (isDry) return
    if (!(await confirm())) return console.log(`Nothing was created. ${hint}`)
    for (const name of [...generated, 'DATABASE_CA']) {
      const value = variables[name]
      if (value && value !== values[name]) store(name, value)
    }
    console.log('')
    if (!hasToken) await storeViewerToken(settings, store)
    printLines(await provision(readSettings(variables), { skipsSeed, store }))
    console.log(`\n${formatFindings(await readVendors(readSettings(variables)))}`)
    console.log(`\nThe environment of the site is in ${file}.`)
  } catch (error) {
    throw new Problem(`${formatError(error)} ${hint}`)
  }
}

async function confirmAtTerminal(): Promise<boolean> {
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const response = await terminal.question('\nCarry out the plan? (yes or no) ')
  terminal.close()
  return /^y(es)?$/i.test(response.trim())
}

const options = {
  'dry-run': { type: 'boolean' },
  'without-seed': { type: 'boolean' },
  file: { type: 'string' },
} as const

/** Runs the command with the arguments of this process. */
export const run = defineCommand(help, { options }, async (values) => {
  const { file, 'dry-run': isDry, 'without-seed': skipsSeed } = values
  await provisionEnvironment(process.env, { file, isDry, skipsSeed }, confirmAtTerminal)
})
