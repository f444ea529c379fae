/**
 * A message: its default text, and the title and description of its field in the Studio. The description says where
 * visitors see the text. Placeholders in the default, such as `{date}`, are required in an editor's text. Without a
 * maximum length, an editor's text may have up to 80 characters, or three times the default's length if that is more.
 */
export type Message = readonly [text: string, title: string, description: string, maxLength?: number]

/** The messages of a part of the site. Their names are also the names of their fields in the Studio. */
export type MessageArea<Name extends string = string> = {
  readonly title: string
  readonly description: string
  readonly messages: Readonly<Record<Name, Message>>
  readonly defaults: Readonly<Record<Name, string>>
}

/**
 * Defines an area of messages.
 *
 * @param title - the title of the area's tab in the Studio
 * @param description - the description below that title
 */
export function defineArea<const Name extends string>(
  title: string,
  description: string,
  messages: Readonly<Record<Name, Message>>,
): MessageArea<Name> {
  return { title, description, messages, defaults: getDefaults(messages) }
}

function getDefaults<Name extends string>(messages: Readonly<Record<Name, Message>>): Record<Name, string>
function getDefaults(messages: Readonly<Record<string, Message>>): Record<string, string> {
  return Object.fromEntries(Object.entries(messages).map(([name, [text]]) => [name, text]))
}

type MailName<Prefix extends string> = `${Prefix}${'Subject' | 'Preheader' | 'Heading' | 'Text' | 'Link'}`

/**
 * Defines the messages of an email about a membership.
 *
 * @param prefix - the prefix of their names
 * @param sentWhen - when the email is sent
 * @param textHint - a hint for editors about its text
 */
export function defineMail<const Prefix extends string>(
  prefix: Prefix,
  title: string,
  sentWhen: string,
  textHint: string,
  texts: { subject: string; preheader: string; heading: string; text: string; link: string },
): Record<MailName<Prefix>, Message> {
  const messages: Record<string, Message> = {
    [`${prefix}Subject`]: [texts.subject, `${title}: subject`, sentWhen],
    [`${prefix}Preheader`]: [texts.preheader, `${title}: preview`, 'Shown beside the subject in the inbox.'],
    [`${prefix}Heading`]: [texts.heading, `${title}: heading`, 'In that email.'],
    [`${prefix}Text`]: [texts.text, `${title}: text`, `In that email. ${textHint}`],
    [`${prefix}Link`]: [texts.link, `${title}: button`, 'Below the text.'],
  }
  return messages
}
