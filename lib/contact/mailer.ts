import { init, send } from '@emailjs/browser'
import { tryStorage } from '@/lib/browserStorage'
import { getProperty } from '@/lib/errorCode'
import { mailService, minIntervalMs } from './config'
import type { SentPayload } from './payload'

const rateLimitId = 'contact-form'

/** Stores the time of the last message. Without a provider, `init` disables the rate limit (@emailjs/browser 4.4.1). */
const storageProvider = {
  get: async (name: string) => tryStorage((storage) => storage.getItem(name)) ?? undefined,
  set: async (name: string, time: string) => tryStorage((storage) => storage.setItem(name, time)),
  remove: async (name: string) => tryStorage((storage) => storage.removeItem(name)),
}

/** Initializes EmailJS and creates the function that sends messages through it. */
export function createContactMailer(): (payload: SentPayload) => Promise<void> {
  const { origin, publicKey, serviceId, templateId, blockHeadless } = mailService
  init(
    { publicKey, blockHeadless, limitRate: { id: rateLimitId, throttle: minIntervalMs }, storageProvider },
    origin,
  )
  return async (payload) => {
    try {
      await send(serviceId, templateId, payload)
    } catch (error) {
      // EmailJS's rate limit counts attempts. A failed attempt must not block a retry.
      if (getProperty(error, 'status') !== 429) await storageProvider.remove(rateLimitId)
      throw error
    }
  }
}
