/** A variable of the environment that only its owner knows. */
type Input = {
  name: string
  /** What to fill in, and where to find it. */
  description: string
  /** The value of an omitted variable. Without one, the variable is required. */
  fallback?: string
  /** The variable without which this one is not needed. */
  requiredVariable?: string
}

/** The inputs of `npm run provision`. */
export const inputs: readonly Input[] = [
  { name: 'NEXT_PUBLIC_SITE_URL', description: 'The URL of the site, such as https://example.com' },
  { name: 'NEXT_PUBLIC_SANITY_PROJECT_ID', description: 'Sanity: the id of the project (sanity.io/manage)' },
  {
    name: 'NEXT_PUBLIC_SANITY_DATASET',
    description: 'Sanity: the dataset, created when it is missing',
    fallback: 'production',
  },
  {
    name: 'SANITY_API_WRITE_TOKEN',
    description:
      'Sanity: a token with the role of an administrator (API, Tokens); only for scripts, not for the site',
  },
  {
    name: 'NEXT_PUBLIC_SUPABASE_URL',
    description: 'Supabase: the URL of the project, https://….supabase.co',
  },
  {
    name: 'NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY',
    description: 'Supabase: the publishable key (Settings, API keys), sb_publishable_…',
  },
  { name: 'SUPABASE_SECRET_KEY', description: 'Supabase: the secret key, sb_secret_…' },
  {
    name: 'SUPABASE_ACCESS_TOKEN',
    description:
      'Supabase: an access token (supabase.com/dashboard/account/tokens) that configures Auth; empty to do that manually',
    fallback: '',
  },
  {
    name: 'DATABASE_OWNER_URL',
    description:
      'Postgres: the connection string of the owner (Supabase: Connect, Session pooler, with the password); empty for a site that sells nothing',
    fallback: '',
  },
  {
    name: 'DATABASE_URL',
    description:
      "Postgres: where the site connects (Supabase: Connect, Transaction pooler, with the password); its user is replaced by the site's role, which has fewer rights",
    requiredVariable: 'DATABASE_OWNER_URL',
  },
  {
    name: 'DATABASE_CA',
    description:
      "Postgres: the path of the certificate of the authority that signed the server's (Supabase: Database, Settings, SSL); empty for one that Node trusts",
    requiredVariable: 'DATABASE_OWNER_URL',
    fallback: '',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    description: 'Stripe: a secret or restricted key, sk_test_… or sk_live_…',
    requiredVariable: 'DATABASE_OWNER_URL',
  },
  {
    name: 'NEXT_PUBLIC_EMAILJS_PUBLIC_KEY',
    description: 'EmailJS, contact form: the public key of the account',
  },
  { name: 'NEXT_PUBLIC_EMAILJS_SERVICE_ID', description: 'EmailJS, contact form: the service, service_…' },
  { name: 'NEXT_PUBLIC_EMAILJS_TEMPLATE_ID', description: 'EmailJS, contact form: the template, template_…' },
  {
    name: 'SMTP_HOST',
    description:
      'Mail server of the site and of Supabase Auth: its host, such as smtp.example.com; empty without one',
    fallback: '',
  },
  {
    name: 'SMTP_PORT',
    description: 'Mail server: the port (587 with STARTTLS, 465 with TLS)',
    fallback: '587',
    requiredVariable: 'SMTP_HOST',
  },
  { name: 'SMTP_USER', description: 'Mail server: the user name', requiredVariable: 'SMTP_HOST' },
  { name: 'SMTP_PASSWORD', description: 'Mail server: the password', requiredVariable: 'SMTP_HOST' },
  {
    name: 'SMTP_FROM_EMAIL',
    description: 'Mail server: the email that messages come from, such as hello@example.com',
    requiredVariable: 'SMTP_HOST',
  },
  {
    name: 'SMTP_FROM_NAME',
    description: 'Mail server: the name that messages come from',
    requiredVariable: 'SMTP_HOST',
  },
]

/** Lists the inputs that an environment lacks. An optional one that is empty was omitted by the operator. */
export const listMissingInputs = (variables: Record<string, string | undefined>): Input[] =>
  inputs.filter(
    ({ name, fallback, requiredVariable }) =>
      !(variables[name] || (variables[name] === '' && fallback === '')) &&
      (!requiredVariable || variables[requiredVariable]),
  )
