import { resolve } from 'node:path'

/** An email template, as configured in EmailJS's dashboard. */
export type MailTemplate = {
  id: string
  /** The recipient. The request's variables cannot change it, since anyone can send a request. */
  to: string
  from: string
  replyTo: string
  subject: string
  /** The lines of the message, each with a label and a variable. */
  rows: readonly { label: string; variable: string }[]
  /** The variable that contains the visitor's message. */
  body: string
}

/** The setup of an application's vendor accounts, from the JSON in `LOCAL_OPTIONS`. */
export type CloudOptions = {
  /** The names of the Sanity project's users, one for each role. */
  people: { administrator: string; editor: string; contributor: string; viewer: string }
  mailTemplate: MailTemplate
  /** The sender of the application's own emails. */
  mailSender: { name: string; email: string }
  /** The business's public name in Stripe's Dashboard. */
  stripeAccount: { businessName: string }
  /** The site's Stripe webhook endpoint: its path and events. */
  stripeWebhook?: { path: string; events: readonly string[] }
}

const defaultOptions: CloudOptions = {
  people: {
    administrator: 'Administrator',
    editor: 'Editor',
    contributor: 'Contributor',
    viewer: 'Viewer',
  },
  mailTemplate: {
    id: 'template_local',
    to: 'inbox@localhost',
    from: 'form@localhost',
    replyTo: '{{from_email}}',
    subject: 'Message from {{from_name}}',
    rows: [
      { label: 'Name', variable: 'from_name' },
      { label: 'Email', variable: 'from_email' },
    ],
    body: 'message',
  },
  mailSender: { name: 'Local site', email: 'site@local.test' },
  stripeAccount: { businessName: 'Local cloud' },
}

/** The configuration of the local cloud, from `LOCAL_…` variables. */
export type CloudConfig = CloudOptions & {
  /** The absolute path of the folder with all data. */
  dataDir: string
  /** Whether to start without the data of earlier runs. Logs remain, as do tokens, which open browsers still use. */
  reset: boolean
  /** The port of the console and its API `/_control`. `computePorts` derives the others. */
  portBase: number
  /** The site's origin, for example `http://localhost:3000`. */
  siteOrigin: string
}

/** An error in the configuration or environment, shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Sanity's event streams use several ports, since browsers allow six connections to each origin. */
const STREAM_PORT_COUNT = 12
const FIRST_STREAM_OFFSET = 10
const HIGHEST_PORT_BASE = 65_535 - FIRST_STREAM_OFFSET - STREAM_PORT_COUNT + 1

/** Computes the port of each service, and the ports of Sanity's event streams, from the port base. */
export function computePorts(base: number) {
  const streams = Array.from({ length: STREAM_PORT_COUNT }, (_, index) => base + FIRST_STREAM_OFFSET + index)
  return {
    console: base,
    sanity: base + 1,
    supabase: base + 2,
    stripe: base + 3,
    emailjs: base + 4,
    postgres: base + 5,
    smtp: base + 6,
    streams,
  }
}

/** Whether a host name or IP refers to this machine's loopback interface. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  )
}

function readPortBase(value: string | undefined): number {
  if (!value) return 4000
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1024 || port > HIGHEST_PORT_BASE) {
    throw new StartError(
      `LOCAL_PORT_BASE is "${value}": it should be a whole number from 1024 to ${HIGHEST_PORT_BASE}, for example 4000.`,
    )
  }
  return port
}

function readSiteOrigin(value: string | undefined): string {
  if (!value) return 'http://localhost:3000'
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.origin !== value.replace(/\/$/, '')) {
    throw new StartError(
      `LOCAL_SITE_ORIGIN is "${value}": it should be an origin without a path, for example http://localhost:3000.`,
    )
  }
  return url.origin
}

function readOptions(value: string | undefined): Partial<CloudOptions> {
  if (!value) return {}
  try {
    return JSON.parse(value)
  } catch {
    throw new StartError(
      'LOCAL_OPTIONS should be JSON: an object with people, mailTemplate, mailSender, stripeAccount or stripeWebhook.',
    )
  }
}

/**
 * Reads the configuration from environment variables.
 *
 * @throws StartError when a variable is invalid; the fields of `LOCAL_OPTIONS` are not checked
 */
export function readConfig(env: Record<string, string | undefined>): CloudConfig {
  return {
    ...defaultOptions,
    ...readOptions(env.LOCAL_OPTIONS),
    dataDir: resolve(env.LOCAL_DATA_DIR || '.local'),
    reset: Boolean(env.LOCAL_RESET),
    portBase: readPortBase(env.LOCAL_PORT_BASE),
    siteOrigin: readSiteOrigin(env.LOCAL_SITE_ORIGIN),
  }
}
