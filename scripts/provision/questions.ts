import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { databaseUrlDescription, databaseUrlSchema, type Environment, validateVariable } from '@/lib/env'

/** Prompts for an input, and returns it. */
export type Prompt = (question: string) => Promise<string>

/**
 * Prompts at a terminal. Opens readline only during a prompt, so that Ctrl-C ends the process at other times. Node's readline
 * suffices for single lines, so there is no library for prompts.
 *
 * https://nodejs.org/api/readline.html#event-sigint
 */
export function createPrompt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Prompt {
  return async (question) => {
    const terminal = createInterface({ input, output })
    try {
      return await terminal.question(question)
    } finally {
      terminal.close()
    }
  }
}

/** A variable that the operator types in when it is missing. */
type Question = {
  name: string
  text: string
  /** The default input; an empty string makes the variable optional. */
  fallback?: string
  /** The variable that must have a value; otherwise this one is not prompted for. */
  requiredVariable?: string
  /** Returns a sentence about an invalid value; undefined for a valid one. */
  findProblem: (value: string, input: string) => string | undefined
  /** Converts an input to the value. */
  convert?: (value: string) => string
}

function createSiteQuestion(
  name: keyof Environment,
  text: string,
  options: Partial<Pick<Question, 'fallback' | 'requiredVariable'>> = {},
): Question {
  return { name, text, findProblem: (value) => validateVariable(name, value), ...options }
}

const createLengthCheck = (minLength: number) => (value: string) =>
  value.length >= minLength ? undefined : `It has at least ${minLength} characters.`

/** Expands `~/` like a shell. */
const expandHome = (input: string) => input.replace(/^~(?=\/)/, homedir())

/** Reads the file that an input names, with LF line ends; returns the input itself without a readable file. */
function readFile(input: string): string {
  try {
    return readFileSync(expandHome(input), 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return input
  }
}

/** Checks a connection string. Supabase shows it with a placeholder for the password. */
function findDatabaseUrlProblem(value: string): string | undefined {
  if (/(\[|%5B)YOUR-PASSWORD/i.test(value)) {
    return 'Write the password of the database in place of [YOUR-PASSWORD], and %40 for an @ in it, %2F for a /.'
  }
  return databaseUrlSchema.safeParse(value).success ? undefined : `It should be ${databaseUrlDescription}.`
}

/** The prompts, in this order. */
const questions: readonly Question[] = [
  createSiteQuestion('NEXT_PUBLIC_SITE_URL', 'The URL of the site, such as https://example.com'),
  createSiteQuestion('NEXT_PUBLIC_SANITY_PROJECT_ID', 'Sanity: the id of the project (sanity.io/manage)'),
  createSiteQuestion('NEXT_PUBLIC_SANITY_DATASET', 'Sanity: the dataset, created when it is missing', {
    fallback: 'production',
  }),
  {
    name: 'SANITY_API_WRITE_TOKEN',
    text: 'Sanity: a token with the role of an administrator (API, Tokens); only for scripts, not for the site',
    findProblem: createLengthCheck(20),
  },
  createSiteQuestion('NEXT_PUBLIC_SUPABASE_URL', 'Supabase: the URL of the project, https://….supabase.co'),
  createSiteQuestion(
    'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
    'Supabase: the publishable key (Settings, API keys), sb_publishable_…',
  ),
  createSiteQuestion('SUPABASE_SECRET_KEY', 'Supabase: the secret key, sb_secret_…'),
  {
    name: 'SUPABASE_ACCESS_TOKEN',
    text: 'Supabase: an access token (supabase.com/dashboard/account/tokens) that configures Auth; empty to do that manually',
    fallback: '',
    findProblem: (value) => (value ? createLengthCheck(20)(value) : undefined),
  },
  {
    name: 'DATABASE_OWNER_URL',
    text: 'Postgres: the connection string of the owner (Supabase: Connect, Session pooler, with the password); empty for a site that sells nothing',
    fallback: '',
    findProblem: (value) => (value ? findDatabaseUrlProblem(value) : undefined),
  },
  {
    name: 'DATABASE_URL',
    text: "Postgres: where the site connects (Supabase: Connect, Transaction pooler, with the password); its user is replaced by the site's role, which has fewer rights",
    requiredVariable: 'DATABASE_OWNER_URL',
    findProblem: findDatabaseUrlProblem,
  },
  {
    name: 'DATABASE_CA',
    text: "Postgres: the file with the certificate of the authority that signed the server's (Supabase: Database, Settings, SSL); empty for one that Node trusts",
    requiredVariable: 'DATABASE_OWNER_URL',
    fallback: '',
    convert: readFile,
    findProblem: (value, input) =>
      validateVariable('DATABASE_CA', value) && `There is no certificate in PEM in ${input}.`,
  },
  createSiteQuestion('STRIPE_SECRET_KEY', 'Stripe: a secret or restricted key, sk_test_… or sk_live_…', {
    requiredVariable: 'DATABASE_OWNER_URL',
  }),
  createSiteQuestion(
    'NEXT_PUBLIC_EMAILJS_PUBLIC_KEY',
    'EmailJS, contact form: the public key of the account',
  ),
  createSiteQuestion('NEXT_PUBLIC_EMAILJS_SERVICE_ID', 'EmailJS, contact form: the service, service_…'),
  createSiteQuestion('NEXT_PUBLIC_EMAILJS_TEMPLATE_ID', 'EmailJS, contact form: the template, template_…'),
  createSiteQuestion(
    'SMTP_HOST',
    'Mail server of the site and of Supabase Auth: its host, such as smtp.example.com; empty without one',
    { fallback: '' },
  ),
  createSiteQuestion('SMTP_PORT', 'Mail server: the port (587 with STARTTLS, 465 with TLS)', {
    fallback: '587',
    requiredVariable: 'SMTP_HOST',
  }),
  createSiteQuestion('SMTP_USER', 'Mail server: the user name', { requiredVariable: 'SMTP_HOST' }),
  createSiteQuestion('SMTP_PASSWORD', 'Mail server: the password', { requiredVariable: 'SMTP_HOST' }),
  createSiteQuestion(
    'SMTP_FROM_EMAIL',
    'Mail server: the email that messages come from, such as hello@example.com',
    {
      requiredVariable: 'SMTP_HOST',
    },
  ),
  createSiteQuestion('SMTP_FROM_NAME', 'Mail server: the name that messages come from', {
    requiredVariable: 'SMTP_HOST',
  }),
]

/** Secrets that are generated for every site. */
const secrets = ['SANITY_WEBHOOK_SECRET']
/** Secrets that are generated for a site that sells. */
const sellingSecrets = ['CRON_SECRET', 'EMAIL_HASH_SECRET']

type Variables = Record<string, string | undefined>

/**
 * Prompts for missing variables, one at a time, until each is valid. Then generates missing secrets.
 *
 * @param variables - the known variables; receives the new ones
 * @param storeVariable - stores each value at once, so that an interruption loses none
 * @param print - prints why a value is invalid
 */
export async function promptForMissing(
  variables: Variables,
  prompt: Prompt,
  {
    storeVariable,
    print,
  }: {
    storeVariable: (name: string, value: string) => void
    print: (line: string) => void
  },
): Promise<void> {
  const store = (name: string, value: string) => {
    variables[name] = value
    storeVariable(name, value)
  }
  for (const { name, text, fallback, requiredVariable, findProblem, convert } of questions) {
    // An optional variable with an empty value was omitted by the operator, for example in an earlier run.
    if (variables[name] !== undefined && (variables[name] || fallback === '')) continue
    if (requiredVariable && !variables[requiredVariable]) continue
    for (;;) {
      const input = (await prompt(`${text}${fallback ? ` [${fallback}]` : ''}: `)).trim() || (fallback ?? '')
      const value = convert ? convert(input) : input
      const problem = value.includes('$')
        ? 'A dollar sign would be read as the name of a variable: write %24 in a URL.'
        : findProblem(value, input)
      if (problem) print(problem)
      else {
        store(name, value)
        break
      }
    }
  }
  for (const name of [...secrets, ...(variables.DATABASE_OWNER_URL ? sellingSecrets : [])]) {
    if (!variables[name]) store(name, randomBytes(32).toString('hex'))
  }
}
