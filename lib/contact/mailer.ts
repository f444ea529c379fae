import { init, send } from '@emailjs/browser'
import { mailService } from './config'
import type { SentPayload } from './payload'
import type { Store } from './storage'

/** Between two messages of one browser. Milliseconds. */
export const pause = 10_000
const limitId = 'contact-form'

/**
 * Sets EmailJS up and makes what sends with it.
 *
 * @param store - remembers when the last message was sent. It has to be passed: without one, `init` leaves the limit
 *   without effect (contracts/emailjs.md)
 */
export function createMailer(store: Store): (payload: SentPayload) => Promise<void> {
  const { origin, publicKey, serviceId, templateId, blockHeadless } = mailService
  const storageProvider = {
    get: async (name: string) => store.read(name) ?? undefined,
    set: async (name: string, time: string) => store.write(name, time),
    remove: async (name: string) => store.remove(name),
  }
  init({ publicKey, blockHeadless, limitRate: { id: limitId, throttle: pause }, storageProvider }, origin)
  return async (payload) => {
    try {
      await send(serviceId, templateId, payload)
    } catch (error) {
      // The limit counts attempts; one that failed must not keep the visitor from trying again.
      if (!isRefusedForHaste(error)) store.remove(limitId)
      throw error
    }
  }
}

function isRefusedForHaste(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 429
}
