import { control } from './content.ts'

/** An email in the local cloud's inbox, as the control API returns it. */
export type ReceivedMail = {
  id: string
  source: string
  kind: string
  from: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
  details?: { template_params?: Record<string, string> }
}

/** Fetches the contact form's emails, newest first. */
export async function fetchContactMails(): Promise<ReceivedMail[]> {
  return (await control<{ mails: ReceivedMail[] }>('mails?source=emailjs')).mails
}

/** Empties the inbox, resets EmailJS's rate limit, and clears EmailJS's faults. */
export async function resetMail(): Promise<void> {
  await control('reset', { vendor: 'emailjs' })
  await control('faults', { vendor: 'emailjs', clear: true })
}

/** Injects a fault into EmailJS. packages/local-cloud/docs/console.md describes the options. */
export async function setMailFault(fault: {
  status?: number
  delayMs?: number
  lose?: 'request' | 'response'
  count?: number
}): Promise<void> {
  await control('faults', { vendor: 'emailjs', ...fault })
}
