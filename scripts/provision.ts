import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { defineCommand, formatError, Problem } from './lib/command.ts'
import { inRoot, root } from './lib/paths.ts'
import { readEnvironmentFile, setVariable, writeEnvironmentFile } from './provision/environmentFile.ts'
import { type StoreVariable, writeTable } from './provision/findings.ts'
import { productionFile, readSettings, type Settings } from './provision/settings.ts'
import { listVendors, printReadings } from './provision/vendors.ts'

const help = `npm run provision -- [--without-seed] [--file <name>]

  Reads the keys of new accounts from the file, by default ${productionFile}; if it is missing, creates it to fill in.
  Prints the doctor's report. After "yes", configures every vendor as far as its API allows. Secrets are written to the
  file, which only its owner may read. Safe to repeat.

  --without-seed  leave an empty dataset empty, for npm run restore
  --file          the environment file, for example a separate one for a staging site`

/**
 * Configures every vendor as far as its API allows. Safe to repeat.
 *
 * @param store - receives variables that the site needs from now on
 * @throws Problem that identifies the vendor whose settings could not be written; earlier changes are not undone
 */
export async function provision(settings: Settings, store: StoreVariable): Promise<void> {
  for (const [name, table] of Object.entries(listVendors(settings)))
    await writeTable(table, store).catch((error: unknown) => {
      throw new Problem(`${name}: ${formatError(error)}`)
    })
}

/**
 * Provisions the vendors from an environment file. First shows what is wrong, and afterward what remains to be done.
 *
 * @param env - the shell's variables, which override the file's
 * @param options - the command's options
 * @param confirm - resolves to whether to correct what is wrong
 * @throws Problem about a new file, missing or invalid variables, or a vendor's error
 */
export async function provisionEnvironment(
  env: Record<string, string | undefined>,
  options: { file?: string | undefined; 'without-seed'?: boolean | undefined },
  confirm: () => Promise<boolean>,
): Promise<void> {
  const file = resolve(root, options.file ?? productionFile)
  const values = readEnvironmentFile(file)
  const variables = { ...values, ...env }
  const read = (): Settings => ({ ...readSettings(variables), skipsSeed: options['without-seed'] })
  if (!existsSync(file) && !variables.NEXT_PUBLIC_SITE_URL) {
    const example = readFileSync(inRoot('.env.example'), 'utf8')
    writeEnvironmentFile(file, example.replaceAll(/^(?!NEXT_PUBLIC_SANITY_DATASET=)(\w+)=.*$/gm, '$1='))
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
  // The variable may contain the path of a certificate file instead of the certificate.
  if (existsSync(variables.DATABASE_CA ?? ''))
    variables.DATABASE_CA = readFileSync(String(variables.DATABASE_CA), 'utf8')
  const writtenNames: string[] = []
  const store = (name: string, value: string) => {
    variables[name] = value
    setVariable(file, name, value)
    writtenNames.push(name)
  }
  try {
    if (/\[YOUR-PASSWORD\]/.test(`${variables.DATABASE_OWNER_URL}${variables.DATABASE_URL}`))
      throw new Problem('A connection string still has [YOUR-PASSWORD]: replace it with the password.')
    if (!variables.SANITY_API_READ_TOKEN && !variables.SANITY_API_WRITE_TOKEN)
      throw new Problem("SANITY_API_WRITE_TOKEN is missing: enter an administrator's token.")
    await printReadings(read())
    if (!(await confirm())) return console.log(`Nothing was created. ${hint}`)
    for (const name of [...generated, 'DATABASE_CA']) {
      const value = variables[name]
      if (value && value !== values[name]) store(name, value)
    }
    await provision(read(), store)
    console.log('')
    await printReadings(read())
    console.log(`\nWrote ${writtenNames.join(', ') || 'nothing'} to ${file}, the site's environment file.`)
  } catch (error) {
    throw new Problem(`${formatError(error)} ${hint}`)
  }
}

async function confirmAtTerminal(): Promise<boolean> {
  if (!process.stdin.isTTY) return true
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const response = await terminal.question('\nApply these settings? (yes or no) ')
  terminal.close()
  return /^y(es)?$/i.test(response.trim())
}

const options = { 'without-seed': { type: 'boolean' }, file: { type: 'string' } } as const

/** Runs the command with the arguments of this process. */
export const run = defineCommand(help, { options }, (values) =>
  provisionEnvironment(process.env, values, confirmAtTerminal),
)
