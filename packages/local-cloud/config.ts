import { resolve } from 'node:path'

/** An e-mail template as one is set up in EmailJS's dashboard. */
export type MailTemplate = {
  id: string
  /** Who gets it. Fixed here, as it must be in the real template: a payload can be forged by anyone. */
  to: string
  from: string
  replyTo: string
  subject: string
  /** Lines of the message: a label and the variable that stands behind it. */
  rows: readonly { label: string; variable: string }[]
  /** The variable with the text of the message. */
  body: string
}

/** The settings of the Stripe account, as the Dashboard has them. */
export type StripeAccount = {
  /** The business's public name: receipts are from it. */
  businessName: string
  /** “Customer emails”: what customers are mailed about (https://docs.stripe.com/receipts). */
  customerEmails: { successfulPayments: boolean; refunds: boolean }
}

/** What an application has set up with its vendors. `LOCAL_OPTIONS` holds it as JSON. */
export type CloudOptions = {
  /** The names of the people of the Sanity project, one for each role. */
  people: { administrator: string; editor: string; contributor: string; viewer: string }
  /** The template of the EmailJS account. */
  mailTemplate: MailTemplate
  /** Who the emails of its server are from. */
  mailSender: { name: string; email: string }
  stripeAccount: StripeAccount
  /** An endpoint of Stripe's on the site that is there from the start, and what it is sent. */
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
      { label: 'E-mail', variable: 'from_email' },
    ],
    body: 'message',
  },
  mailSender: { name: 'Local site', email: 'site@local.test' },
  stripeAccount: { businessName: 'Local cloud', customerEmails: { successfulPayments: true, refunds: true } },
}

/** Where the local cloud listens, keeps its data and whom it serves. */
export type CloudConfig = CloudOptions & {
  /** Absolute path of the folder that holds everything that survives a restart. */
  dataDir: string
  /** Console and control API; the vendors' ports count from here. */
  portBase: number
  /** The site's origin, for example `http://localhost:3000`. */
  siteOrigin: string
}

/** A sentence for the person who started the local cloud; no stack trace is needed to act on it. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Streams are spread over this many ports, since browsers allow six connections to each. */
export const STREAM_PORT_COUNT = 12
const FIRST_STREAM_OFFSET = 10
const HIGHEST_BASE = 65_535 - FIRST_STREAM_OFFSET - STREAM_PORT_COUNT + 1

/** The port numbers that follow from the base. */
export function ports(base: number): {
  console: number
  sanity: number
  supabase: number
  stripe: number
  emailjs: number
  postgres: number
  smtp: number
  streams: number[]
} {
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

/** True for the names and addresses of this machine's loopback interface. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  )
}

function readPortBase(value: string | undefined): number {
  if (!value) return 4000
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1024 || port > HIGHEST_BASE) {
    throw new StartError(
      `LOCAL_PORT_BASE is "${value}": it should be a whole number from 1024 to ${HIGHEST_BASE}, for example 4000.`,
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
 * Reads and checks the configuration from environment variables.
 * Throws a StartError with one sentence when a variable is wrong.
 */
export function readConfig(env: Record<string, string | undefined>): CloudConfig {
  const host = env.LOCAL_HOST
  if (host && !isLoopback(host)) {
    throw new StartError(
      `LOCAL_HOST is "${host}": the local cloud only listens on this machine, so it should be localhost, 127.0.0.1 or ::1 (or unset).`,
    )
  }
  return {
    ...defaultOptions,
    ...readOptions(env.LOCAL_OPTIONS),
    dataDir: resolve(env.LOCAL_DATA_DIR || '.local'),
    portBase: readPortBase(env.LOCAL_PORT_BASE),
    siteOrigin: readSiteOrigin(env.LOCAL_SITE_ORIGIN),
  }
}
