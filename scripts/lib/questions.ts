import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { databaseUrlDescription, databaseUrlSchema, type Environment, validateVariable } from '@/lib/env'

/** Asks a person, and returns what was typed. */
export type Ask = (question: string) => Promise<string>

/**
 * Asks at a terminal, which is held during a question only: Ctrl-C ends the work between them.
 *
 * https://nodejs.org/api/readline.html#event-sigint
 */
export function askAt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Ask {
  return async (question) => {
    const terminal = createInterface({ input, output })
    try {
      return await terminal.question(question)
    } finally {
      terminal.close()
    }
  }
}

/** A variable that only a person knows. */
type Question = {
  name: string
  text: string
  /** Taken when nothing is typed; an empty one leaves the variable out. */
  fallback?: string
  /** Only asked when this one was answered. */
  after?: string
  /** What is wrong with what an answer stands for. */
  problem: (value: string, typed: string) => string | undefined
  /** What an answer stands for. */
  read?: (value: string) => string
}

function ofSite(
  name: keyof Environment,
  text: string,
  more: Partial<Pick<Question, 'fallback' | 'after'>> = {},
): Question {
  return { name, text, problem: (value) => validateVariable(name, value), ...more }
}

const token = (length: number) => (value: string) =>
  value.length >= length ? undefined : `It has at least ${length} characters.`

/** As a shell reads it. */
const pathOf = (typed: string) => typed.replace(/^~(?=\/)/, homedir())

/** What stands in a file; the answer itself where there is none that can be read. */
function readFile(typed: string): string {
  try {
    return readFileSync(pathOf(typed), 'utf8').replaceAll('\r\n', '\n')
  } catch {
    return typed
  }
}

/** What is wrong with the address of a database. Supabase shows it with words where the password belongs. */
function addressProblem(value: string): string | undefined {
  if (/(\[|%5B)YOUR-PASSWORD/i.test(value)) {
    return 'Write the password of the database in place of [YOUR-PASSWORD], and %40 for an @ in it, %2F for a /.'
  }
  return databaseUrlSchema.safeParse(value).success ? undefined : `It should be ${databaseUrlDescription}.`
}

/** What is asked, in this order. */
const questions: readonly Question[] = [
  ofSite('NEXT_PUBLIC_SITE_URL', 'The address of the site, such as https://example.com'),
  ofSite('NEXT_PUBLIC_SANITY_PROJECT_ID', 'Sanity: the id of the project (sanity.io/manage)'),
  ofSite('NEXT_PUBLIC_SANITY_DATASET', 'Sanity: the dataset, made when it is not there', {
    fallback: 'production',
  }),
  {
    name: 'SANITY_API_WRITE_TOKEN',
    text: 'Sanity: a token with the role of an administrator (API, Tokens); the site does not get it',
    problem: token(20),
  },
  ofSite('NEXT_PUBLIC_SUPABASE_URL', 'Supabase: the address of the project, https://….supabase.co'),
  ofSite(
    'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
    'Supabase: the publishable key (Settings, API keys), sb_publishable_…',
  ),
  ofSite('SUPABASE_SECRET_KEY', 'Supabase: the secret key, sb_secret_…'),
  {
    name: 'SUPABASE_ACCESS_TOKEN',
    text: 'Supabase: an access token (supabase.com/dashboard/account/tokens) that sets Auth up; nothing to do that by hand',
    fallback: '',
    problem: (value) => (value ? token(20)(value) : undefined),
  },
  {
    name: 'DATABASE_OWNER_URL',
    text: 'Postgres: the address of the owner (Supabase: Connect, Session pooler, with the password); nothing for a site that sells nothing',
    fallback: '',
    problem: (value) => (value ? addressProblem(value) : undefined),
  },
  {
    name: 'DATABASE_URL',
    text: 'Postgres: where the site connects (Supabase: Connect, Transaction pooler, with the password); its user is replaced by one with fewer rights',
    after: 'DATABASE_OWNER_URL',
    problem: addressProblem,
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
  ofSite('STRIPE_SECRET_KEY', 'Stripe: a secret or restricted key, sk_test_… or sk_live_…', {
    after: 'DATABASE_OWNER_URL',
  }),
  ofSite('NEXT_PUBLIC_EMAILJS_PUBLIC_KEY', 'EmailJS, contact form: the public key of the account'),
  ofSite('NEXT_PUBLIC_EMAILJS_SERVICE_ID', 'EmailJS, contact form: the service, service_…'),
  ofSite('NEXT_PUBLIC_EMAILJS_TEMPLATE_ID', 'EmailJS, contact form: the template, template_…'),
  ofSite(
    'SMTP_HOST',
    'Mail server of the site and of Supabase Auth: its host, such as smtp.example.com; nothing without one',
    { fallback: '' },
  ),
  ofSite('SMTP_PORT', 'Mail server: the port (587 with STARTTLS, 465 with TLS)', {
    fallback: '587',
    after: 'SMTP_HOST',
  }),
  ofSite('SMTP_USER', 'Mail server: the user name', { after: 'SMTP_HOST' }),
  ofSite('SMTP_PASSWORD', 'Mail server: the password', { after: 'SMTP_HOST' }),
  ofSite('SMTP_FROM_EMAIL', 'Mail server: the email that messages come from, such as hello@example.com', {
    after: 'SMTP_HOST',
  }),
  ofSite('SMTP_FROM_NAME', 'Mail server: the name that messages come from', { after: 'SMTP_HOST' }),
]

/** Secrets that nobody has to think of, and those that only a site has that sells something. */
const secrets = ['SANITY_WEBHOOK_SECRET']
const sellingSecrets = ['CRON_SECRET', 'ADDRESS_HASH_SECRET']

type Variables = Record<string, string | undefined>

/**
 * Asks for what is not known, one question at a time, until each answer can be right.
 *
 * @param known - is added to
 * @param keep - takes each answer at once, so that an interruption loses none
 * @param say - tells what is wrong with an answer
 */
export async function askForMissing(
  known: Variables,
  ask: Ask,
  { keep, say }: { keep: (name: string, value: string) => void; say: (line: string) => void },
): Promise<void> {
  const take = (name: string, value: string) => {
    known[name] = value
    keep(name, value)
  }
  for (const { name, text, fallback, after, problem, read } of questions) {
    // An empty one was answered with nothing.
    if (known[name] !== undefined && (known[name] || fallback === '')) continue
    if (after && !known[after]) continue
    for (;;) {
      const typed = (await ask(`${text}${fallback ? ` [${fallback}]` : ''}: `)).trim() || (fallback ?? '')
      const value = read ? read(typed) : typed
      const wrong = value.includes('$')
        ? 'A dollar sign would be read as the name of a variable: write %24 in an address.'
        : problem(value, typed)
      if (wrong) say(wrong)
      else {
        take(name, value)
        break
      }
    }
  }
  for (const name of [...secrets, ...(known.DATABASE_OWNER_URL ? sellingSecrets : [])]) {
    if (!known[name]) take(name, randomBytes(32).toString('hex'))
  }
}
