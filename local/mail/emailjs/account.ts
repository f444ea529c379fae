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

/** The EmailJS account that the local cloud stands in for. Its ids are public in the real service, too. */
export const account = {
  publicKey: 'local_public_key',
  serviceId: 'service_local',
  templates: [
    {
      id: 'template_contact',
      to: 'hello@creatorscircle.example',
      from: 'contact-form@local.test',
      replyTo: '{{from_email}}',
      subject: 'Message from {{from_name}}',
      rows: [
        { label: 'Name', variable: 'from_name' },
        { label: 'E-mail', variable: 'from_email' },
        { label: 'Phone', variable: 'phone' },
      ],
      body: 'message',
    },
  ],
} as const satisfies { publicKey: string; serviceId: string; templates: readonly MailTemplate[] }

/** Means the account's first service, see https://www.emailjs.com/docs/rest-api/send/ */
export const DEFAULT_SERVICE = 'default_service'
