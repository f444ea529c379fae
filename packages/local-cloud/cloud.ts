import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { RouterRoute } from 'hono/types'
import { type CloudEnv, loadCloudEnv } from './cloudEnv.ts'
import { type CloudConfig, computePorts } from './config.ts'
import { createConsoleApp } from './console/app.ts'
import { createEmailJsApp } from './emailjs/app.ts'
import { RateLimit } from './emailjs/rateLimit.ts'
import { Faults } from './http/faults.ts'
import { type LoopbackServer, serveLoopback } from './http/loopback.ts'
import { Inbox } from './inbox/inbox.ts'
import { deliverWithFault, serveSmtp } from './inbox/smtp.ts'
import { servePostgres } from './postgres/servePostgres.ts'
import { createSanityApp } from './sanity/app.ts'
import { createAssets } from './sanity/assets/index.ts'
import { AccountStore } from './sanity/auth/store.ts'
import { ContentLake } from './sanity/contentLake.ts'
import type { Dataset } from './sanity/dataset.ts'
import { Origins } from './sanity/origins.ts'
import { createPresence } from './sanity/presence/index.ts'
import { createDataRoutes } from './sanity/routes.ts'
import { createStreams } from './sanity/streams/index.ts'
import { createWebhooks } from './sanity/webhooks/index.ts'
import { type Billing, openBilling } from './stripe/billing.ts'
import { type MountedAuth, mountAuth } from './supabase/mount.ts'

export type LocalCloud = {
  config: CloudConfig
  /** The values of cloud.env: URLs and tokens. */
  env: CloudEnv
  contentLake: ContentLake
  auth: MountedAuth
  billing: Billing
  inbox: Inbox
  /**
   * The HTTP applications of the console and the vendors. Supabase's has no Auth routes: `StartedAuth.app` serves
   * them.
   */
  apps: Record<'console' | 'sanity' | 'supabase' | 'stripe' | 'emailjs', { routes: RouterRoute[] }>
  /** Stops serving and closes all files. */
  close(): Promise<void>
}

/** The files and folders that survive a reset. */
const preservedOnReset = new Set(['cloud.env', 'logs'])

/**
 * Opens the account store, whose file locks the data folder. Must run before anything else in the folder changes. If
 * `reset` is set, deletes the data of earlier runs.
 */
function openDataFolder({ dataDir, people, reset }: CloudConfig): AccountStore {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const open = () => new AccountStore(join(dataDir, 'accounts.sqlite'), people)
  const accounts = open()
  if (!reset) return accounts
  for (const name of readdirSync(dataDir)) {
    if (!preservedOnReset.has(name)) rmSync(join(dataDir, name), { recursive: true })
  }
  accounts.close()
  return open()
}

/**
 * Starts the local cloud: all ports, or none.
 *
 * @param log - receives single lines (default: standard error)
 * @throws StartError when a port or the data folder is in use
 */
export async function startLocalCloud(
  config: CloudConfig,
  log: (line: string) => void = (line) => console.error(line),
): Promise<LocalCloud> {
  const accounts = openDataFolder(config)
  const ports = computePorts(config.portBase)
  const consoleUrl = `http://localhost:${ports.console}`
  const contentLakeDir = join(config.dataDir, 'content-lake')
  const servers: LoopbackServer[] = []
  const afterServersClose: (() => unknown)[] = []
  const beforeServersClose: (() => unknown)[] = []
  let closing: Promise<void> | undefined
  const closeAll = async () => {
    for (const callback of beforeServersClose) callback()
    await Promise.all(servers.map((server) => server.close()))
    for (const callback of afterServersClose.reverse()) await callback()
  }
  const close = () => {
    closing ??= closeAll()
    return closing
  }

  try {
    afterServersClose.push(() => accounts.close())
    const env = loadCloudEnv(config)
    const apiHost = env.NEXT_PUBLIC_SANITY_API_HOST
    accounts.setRobotToken('r-read', env.SANITY_API_READ_TOKEN)
    accounts.setRobotToken('r-write', env.SANITY_API_WRITE_TOKEN)
    const contentLake = new ContentLake({ dir: join(contentLakeDir, 'datasets') })
    afterServersClose.push(() => contentLake.close())
    const assets = createAssets(contentLake, contentLakeDir, apiHost)
    const faults = new Faults()
    // The Studio's SDK uses the project's host, `<project>.<host of the API>`.
    const projectHost = `${contentLake.projectId}.localhost`
    const allowedOrigins = [config.siteOrigin, consoleUrl, apiHost, `http://${projectHost}:${ports.sanity}`]
    const origins = new Origins(allowedOrigins, () => accounts.listCorsOrigins())
    const streams = createStreams(contentLake, origins, ports.streams)
    const presence = createPresence(contentLake, accounts, origins)
    beforeServersClose.push(
      () => streams.close(),
      () => presence.close(),
    )
    const webhooks = createWebhooks(contentLake, accounts.db)
    afterServersClose.push(() => webhooks.queue.close())
    const watchDataset = (dataset: Dataset) => {
      assets.watch(dataset)
      webhooks.watch(dataset)
    }
    for (const dataset of contentLake.list()) watchDataset(dataset)

    const sanity = createSanityApp({
      contentLake,
      accounts,
      origins,
      faults,
      siteOrigin: config.siteOrigin,
      versionedRoutes: [streams.redirects, webhooks.routes, createDataRoutes(contentLake)],
      uploadRoutes: [assets.uploadRoutes],
      unversionedRoutes: [assets.downloadRoutes],
      onDatasetCreated: watchDataset,
      log,
    })
    const inbox = new Inbox(join(config.dataDir, 'mail', 'inbox.sqlite'))
    afterServersClose.push(() => inbox.close())
    const mailAccount = { user: env.SMTP_USER, password: env.SMTP_PASSWORD }
    const auth = mountAuth({
      mailAccount,
      env: process.env,
      dataDir: config.dataDir,
      siteOrigin: config.siteOrigin,
      apiUrl: env.NEXT_PUBLIC_SUPABASE_URL,
      databaseUrl: env.DATABASE_URL,
      apiKeys: { publishable: env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, secret: env.SUPABASE_SECRET_KEY },
      accessToken: env.SUPABASE_ACCESS_TOKEN,
      deliver: (mail, sentAt) => deliverWithFault(faults.take('smtp'), () => inbox.deliver(mail, sentAt)),
      takeFault: () => faults.take('supabase'),
      log,
    })
    const stripe = openBilling({
      file: join(config.dataDir, 'billing', 'account.sqlite'),
      webhook: config.stripeWebhook && {
        url: `${config.siteOrigin}${config.stripeWebhook.path}`,
        events: [...config.stripeWebhook.events],
        secret: env.STRIPE_WEBHOOK_SECRET,
      },
      pagesOrigin: env.STRIPE_API_ORIGIN,
      secretKey: env.STRIPE_SECRET_KEY,
      businessName: config.stripeAccount.businessName,
      deliverMail: (mail) => inbox.deliver(mail),
      faults,
      log,
    })
    afterServersClose.push(() => stripe.billing.close())
    const emailRateLimit = new RateLimit()
    const emailjs = createEmailJsApp({
      inbox,
      template: config.mailTemplate,
      faults,
      allowedOrigins: [config.siteOrigin],
      log,
      rateLimit: emailRateLimit,
    })
    const consoleApp = createConsoleApp({
      auth,
      token: env.LOCAL_CONTROL_TOKEN,
      faults,
      log,
      status: () => ({
        ready: true,
        ports,
        counts: {
          ...Object.fromEntries(contentLake.list().map(({ name, size }) => [`documents in ${name}`, size])),
          'messages in the inbox': inbox.size,
          customers: stripe.billing.store.count('customer'),
          subscriptions: stripe.billing.store.count('subscription'),
          'open streams': streams.count(),
        },
      }),
      reset: async (vendor) => {
        if (vendor === 'stripe') return stripe.billing.reset()
        if (vendor === 'emailjs') {
          emailRateLimit.clear()
          return inbox.clear()
        }
        for (const dataset of contentLake.list()) dataset.clear()
        webhooks.clear()
        streams.close()
        await assets.clear()
      },
      webhooks: { sanity: webhooks.queue, stripe: stripe.billing.webhooks },
      billing: stripe.billing,
      inbox,
    })
    const serve = async (options: Parameters<typeof serveLoopback>[0]) => {
      servers.push(await serveLoopback(options))
    }
    await serve({ port: ports.console, handle: getRequestListener(consoleApp.fetch) })
    await serve({
      port: ports.sanity,
      handle: getRequestListener(sanity.fetch),
      upgrade: (request, socket, head) => presence.upgrade(request, socket, head),
      hostNames: [projectHost],
    })
    await serve({ port: ports.supabase, handle: getRequestListener(auth.app.fetch) })
    await serve({ port: ports.stripe, handle: getRequestListener(stripe.app.fetch) })
    await serve({ port: ports.emailjs, handle: getRequestListener(emailjs.fetch) })
    const smtp = await serveSmtp({
      port: ports.smtp,
      account: mailAccount,
      inbox,
      takeFault: () => faults.take('smtp'),
      log,
    })
    afterServersClose.push(() => smtp.close())
    for (const port of ports.streams) await serve({ port, handle: streams.handler(port) })
    const postgres = await servePostgres({
      dataDir: config.dataDir,
      port: ports.postgres,
      log,
      takeFault: () => faults.take('postgres'),
    })
    // Callbacks run in reverse order: Auth disconnects before the database stops.
    afterServersClose.push(
      () => postgres.close(),
      () => auth.close(),
    )
    webhooks.queue.wakeAll()
    stripe.billing.sendPending()
    const apps = { console: consoleApp, sanity, supabase: auth.app, stripe: stripe.app, emailjs }
    return { config, env, contentLake, auth, billing: stripe.billing, inbox, apps, close }
  } catch (error) {
    await close()
    throw error
  }
}
