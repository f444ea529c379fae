import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import Stripe from 'stripe'
import { createAuthClient, createUser, password, resetAccountSettings } from './accounts.ts'
import { contentClient } from './content.ts'
import { previewSecret } from './fuzz.ts'

/** Creates the headers that authenticate a body for a route. */
type CreateHeaders = (body: Buffer) => Promise<Record<string, string>>

type Secrets = Record<
  'SANITY_API_WRITE_TOKEN' | 'SANITY_WEBHOOK_SECRET' | 'STRIPE_WEBHOOK_SECRET' | 'CRON_SECRET',
  string
>

async function createAccessToken(): Promise<string> {
  const { email } = await createUser()
  const { data, error } = await createAuthClient().auth.signInWithPassword({ email, password })
  if (error) throw error
  return data.session.access_token
}

/**
 * Creates valid credentials for the routes: signatures of Sanity's and Stripe's webhooks, the scheduler's secret, a Sanity
 * token, and users' access tokens. Creates users, and resets the settings and faults of the account service.
 *
 * @returns a function that returns, for a route's path, the function that creates its headers
 */
export async function createCredentials(secrets: Secrets): Promise<(path: string) => CreateHeaders> {
  const { webhooks } = new Stripe('sk_test_nobody')
  await resetAccountSettings()
  const accessToken = await createAccessToken()
  const createBearerHeader = (token: string) => ({ Authorization: `Bearer ${token}` })
  const credentialsByPath: Record<string, CreateHeaders> = {
    '/api/sanity/webhook': async (body) => ({
      [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(
        // An empty body cannot be signed, so it gets the signature of a different one.
        body.toString() || '-',
        Date.now(),
        secrets.SANITY_WEBHOOK_SECRET,
      ),
    }),
    '/api/stripe/webhook': async (body) => ({
      'Stripe-Signature': webhooks.generateTestHeaderString({
        payload: body.toString(),
        secret: secrets.STRIPE_WEBHOOK_SECRET,
      }),
    }),
    '/api/cron/reconcile': async () => createBearerHeader(secrets.CRON_SECRET),
    '/api/cron/announcements': async () => createBearerHeader(secrets.CRON_SECRET),
    // Each request may delete its account, so each gets a new one.
    '/api/account/delete': async () => createBearerHeader(await createAccessToken()),
  }
  return (path) => credentialsByPath[path] ?? (async () => createBearerHeader(accessToken))
}

/** Stores {@link previewSecret} in the Content Lake while `action` runs. */
export async function withPreviewSecret(action: () => Promise<void>): Promise<void> {
  const _id = 'sanity-preview-url-secret.fuzz'
  await contentClient().createOrReplace({ _id, _type: 'sanity.previewUrlSecret', secret: previewSecret })
  try {
    await action()
  } finally {
    await contentClient().delete(_id)
  }
}
