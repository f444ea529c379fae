import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { databaseUrlDescription, databaseUrlSchema, type Environment, validateVariable } from '@/lib/env'

/** Prompts for an input, and returns it. */
export type Prompt = (question: string) => Promise<string>

/**
 * Prompts at a terminal. Its interface is open only during a prompt, so that Ctrl-C ends the process at other times.
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

/** A variable that has to be typed in. */
type Question = {
  name: string
  text: string
  /** The default input; an empty one omits the variable. */
  fallback?: string
  /** Prompted for only when this one has a value. */
  after?: string
  /** Returns the fault of a value, if any. */
  problem: (value: string, typed: string) => string | undefined
  /** Converts an input to the value. */
  read?: (value: string) => string
}

function siteQuestion(
  name: keyof Environment,
  text: string,
  more: Partial<Pick<Question, 'fallback' | 'after'>> = {},
): Question {
  return { name, text, problem: (value) => validateVariable(name, value), ...more }
}

const token = (length: number) => (value: string) =>
  value.length >= length ? undefined : `It has at least ${length} characters.`

/** Expands a path like a shell. */
const expandHome = (typed: string) => typed.replace(/^~(?=\/)/, homedir())

/** Reads the file that an input names; returns the input itself without a readable file. */
function readFile(typed: string): string {
  try {
    return readFileSync(expandHome(typed), 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return typed
  }
}

/** Checks a connection string. Supabase shows it with a placeholder for the password. */
function databaseUrlProblem(value: string): string | undefined {
  if (/(\[|%5B)YOUR-PASSWORD/i.test(value)) {
    return 'Write the password of the database in place of [YOUR-PASSWORD], and %40 for an @ in it, %2F for a /.'
  }
  return databaseUrlSchema.safeParse(value).success ? undefined : `It should be ${databaseUrlDescription}.`
}

/** The prompts, in this order. */
const questions: readonly Question[] = [
  siteQuestion('NEXT_PUBLIC_SITE_URL', 'The URL of the site, such as https://example.com'),
  siteQuestion('NEXT_PUBLIC_SANITY_PROJECT_ID', 'Sanity: the id of the project (sanity.io/manage)'),
  siteQuestion('NEXT_PUBLIC_SANITY_DATASET', 'Sanity: the dataset, created when it is missing', {
    fallback: 'production',
  }),
  {
    name: 'SANITY_API_WRITE_TOKEN',
    text: 'Sanity: a token with the role of an administrator (API, Tokens); the site does not get it',
    problem: token(20),
  },
  siteQuestion('NEXT_PUBLIC_SUPABASE_URL', 'Supabase: the URL of the project, https://….supabase.co'),
  siteQuestion(
    'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
    'Supabase: the publishable key (Settings, API keys), sb_publishable_…',
  ),
  siteQuestion('SUPABASE_SECRET_KEY', 'Supabase: the secret key, sb_secret_…'),
  {
    name: 'SUPABASE_ACCESS_TOKEN',
    text: 'Supabase: an access token (supabase.com/dashboard/account/tokens) that configures Auth; empty to do that manually',
    fallback: '',
    problem: (value) => (value ? token(20)(value) : undefined),
  },
  {
    name: 'DATABASE_OWNER_URL',
    text: 'Postgres: the connection string of the owner (Supabase: Connect, Session pooler, with the password); nothing for a site that sells nothing',
    fallback: '',
    problem: (value) => (value ? databaseUrlProblem(value) : undefined),
  },
  {
    name: 'DATABASE_URL',
    text: 'Postgres: where the site connects (Supabase: Connect, Transaction pooler, with the password); its user is replaced by one with fewer rights',
    after: 'DATABASE_OWNER_URL',
    problem: databaseUrlProblem,
  },
  {
    name: 'DATABASE_CA',
    text: 'Postgres: the file with the certificate of who signed that of the server (Supabase: Database, Settings, SSL); nothing for one that Node trusts',
    after: 'DATABASE_OWNER_URL',
    fallback: '',
    read: readFile,
    problem: (value, typed) =>
      validateVariable('DATABASE_CA', value) && `There is no certificate in PEM in ${typed}.`,
  },
  siteQuestion('STRIPE_SECRET_KEY', 'Stripe: a secret or restricted key, sk_test_… or sk_live_…', {
    after: 'DATABASE_OWNER_URL',
  }),
  siteQuestion('NEXT_PUBLIC_EMAILJS_PUBLIC_KEY', 'EmailJS, contact form: the public key of the account'),
  siteQuestion('NEXT_PUBLIC_EMAILJS_SERVICE_ID', 'EmailJS, contact form: the service, service_…'),
  siteQuestion('NEXT_PUBLIC_EMAILJS_TEMPLATE_ID', 'EmailJS, contact form: the template, template_…'),
  siteQuestion(
    'SMTP_HOST',
    'Mail server of the site and of Supabase Auth: its host, such as smtp.example.com; nothing without one',
    { fallback: '' },
  ),
  siteQuestion('SMTP_PORT', 'Mail server: the port (587 with STARTTLS, 465 with TLS)', {
    fallback: '587',
    after: 'SMTP_HOST',
  }),
  siteQuestion('SMTP_USER', 'Mail server: the user name', { after: 'SMTP_HOST' }),
  siteQuestion('SMTP_PASSWORD', 'Mail server: the password', { after: 'SMTP_HOST' }),
  siteQuestion(
    'SMTP_FROM_EMAIL',
    'Mail server: the email that messages come from, such as hello@example.com',
    {
      after: 'SMTP_HOST',
    },
  ),
  siteQuestion('SMTP_FROM_NAME', 'Mail server: the name that messages come from', { after: 'SMTP_HOST' }),
]

/** Secrets that are generated, for every site and for a site that sells. */
const secrets = ['SANITY_WEBHOOK_SECRET']
const sellingSecrets = ['CRON_SECRET', 'EMAIL_HASH_SECRET']

type Variables = Record<string, string | undefined>

/**
 * Prompts for missing variables, one at a time, until each is valid.
 *
 * @param known - is extended
 * @param keep - stores each value at once, so that an interruption loses none
 * @param say - prints the fault of a value
 */
export async function promptForMissing(
  known: Variables,
  prompt: Prompt,
  { keep, say }: { keep: (name: string, value: string) => void; say: (line: string) => void },
): Promise<void> {
  const store = (name: string, value: string) => {
    known[name] = value
    keep(name, value)
  }
  for (const { name, text, fallback, after, problem, read } of questions) {
    // An empty value was left out on purpose.
    if (known[name] !== undefined && (known[name] || fallback === '')) continue
    if (after && !known[after]) continue
    for (;;) {
      const typed = (await prompt(`${text}${fallback ? ` [${fallback}]` : ''}: `)).trim() || (fallback ?? '')
      const value = read ? read(typed) : typed
      const wrong = value.includes('$')
        ? 'A dollar sign would be read as the name of a variable: write %24 in a URL.'
        : problem(value, typed)
      if (wrong) say(wrong)
      else {
        store(name, value)
        break
      }
    }
  }
  for (const name of [...secrets, ...(known.DATABASE_OWNER_URL ? sellingSecrets : [])]) {
    if (!known[name]) store(name, randomBytes(32).toString('hex'))
  }
}
