import { getErrorCode } from '@/lib/errorCode'
import { loadOnDemand } from '@/lib/loadOnDemand'
import { turnstileSiteKey } from './config'
import type { Outcome } from './delivery'
import type { ContactMessage, Sender } from './sender'

let sender: Promise<Sender> | undefined

/** Loads the script that sends messages, once per tab. After a failure, the next call tries again. */
export function loadSender(): Promise<Sender> {
  sender ??= loadOnDemand(() => import('./sender')).then(({ createSender }) => createSender())
  sender.catch(() => {
    sender = undefined
  })
  return sender
}

/** Sends a message from the contact form. Until it completes, leaving the page requires confirmation. Never rejects. */
export async function sendMessage(message: Omit<ContactMessage, 'captchaToken'>): Promise<Outcome> {
  window.addEventListener('beforeunload', confirmLeave)
  const outcome = await requestToken().then(
    (captchaToken) =>
      loadSender().then(
        (send) => send({ ...message, captchaToken }),
        (error: unknown): Outcome => ({
          sent: false,
          reason: getErrorCode(error) === 'page_outdated' ? 'failureOutdated' : 'failureOffline',
        }),
      ),
    (): Outcome => ({ sent: false, reason: 'failureCaptcha' }),
  )
  window.removeEventListener('beforeunload', confirmLeave)
  return outcome
}

/** Requests a Turnstile token. Turnstile's script loads only on sites with a site key. */
async function requestToken(): Promise<string | undefined> {
  if (!turnstileSiteKey) return undefined
  const { solveChallenge } = await loadOnDemand(() => import('./captcha'))
  return solveChallenge(turnstileSiteKey)
}

const confirmLeave = (event: Event) => event.preventDefault()
