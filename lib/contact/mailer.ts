import { init, send } from '@emailjs/browser'
import { getProperty } from '@/lib/errorCode'
import { mailService, minIntervalMs } from './config'
import type { SentPayload } from './payload'
import type { Store } from './storage'

const rateLimitId = 'contact-form'

/**
 * Initializes EmailJS and creates the function that sends with it.
 *
 * @param store - stores when the last message was sent. Required, since `init` without a store disables the rate limit
 * (@emailjs/browser 4.4.1)
 */
export function createContactMailer(store: Store): (payload: SentPayload) => Promise<void> {
  const { origin, publicKey, serviceId, templateId, blockHeadless } = mailService
  const storageProvider = {
    get: async (name: string) => store.read(name) ?? undefined,
    set: async (name: string, time: string) => store.write(name, time),
    remove: async (name: string) => store.remove(name),
  }
  init(
    { publicKey, blockHeadless, limitRate: { id: rateLimitId, throttle: minIntervalMs }, storageProvider },
    origin,
  )
  return async (payload) => {
    try {
      await send(serviceId, templateId, payload)
    } catch (error) {
      // EmailJS's rate limit counts attempts. A failed attempt must not block a retry.
      if (getProperty(error, 'status') !== 429) store.remove(rateLimitId)
      throw error
    }
  }
}
